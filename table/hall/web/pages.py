"""The hall's pages."""

from fastapi import APIRouter

router = APIRouter()
