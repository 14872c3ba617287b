"""The routes of photos: given, taken by a camera, or shipped with the demo; each is read."""

from typing import Annotated, Any

from fastapi import APIRouter, File, Path, Response, UploadFile
from fastapi.responses import FileResponse

from table.web.services import ServicesDep
from table.web.views.base import PhotoId
from table.web.views.photos import CameraRequest, CameraView, DemoPhotoView, PhotoView

router = APIRouter(prefix="/api", tags=["photos"])

PICTURE: dict[int | str, dict[str, Any]] = {
    200: {"content": {"image/jpeg": {}}, "description": "a JPEG picture"}
}
UNCHANGING = {"Cache-Control": "private, max-age=86400, immutable"}
DemoName = Annotated[str, Path(max_length=60)]


@router.post("/photos")
async def give_photo(
    services: ServicesDep, file: Annotated[UploadFile, File(description="a picture, up to 32 MB")]
) -> PhotoView:
    """Read the tiles in a photo. A photo without tiles is an answer: none were found."""
    return await services.photos.give(await file.read())


@router.get("/photos/{photo_id}")
async def read_photo(services: ServicesDep, photo_id: PhotoId) -> PhotoView:
    """A photo that was read before."""
    return services.photos.find(photo_id)


@router.get("/photos/{photo_id}/image", response_class=FileResponse, responses=PICTURE)
async def read_photo_image(services: ServicesDep, photo_id: PhotoId) -> FileResponse:
    """The upright picture of a photo."""
    path = services.photos.image_path(photo_id)
    return FileResponse(path, media_type="image/jpeg", headers=UNCHANGING)


@router.get("/cameras")
async def list_cameras(services: ServicesDep) -> list[CameraView]:
    """The cameras of the machine."""
    return await services.photos.cameras()


@router.post("/camera")
async def take_photo(services: ServicesDep, request: CameraRequest) -> PhotoView:
    """Take a picture with a camera of the machine and read it."""
    return await services.photos.take(request.index)


@router.get("/demo")
async def list_demo(services: ServicesDep) -> list[DemoPhotoView]:
    """The photos that ship with the demo."""
    return services.demo.photos()


@router.post("/demo/{name}")
async def give_demo_photo(services: ServicesDep, name: DemoName) -> PhotoView:
    """Read one of the demo's photos, as if it had been given."""
    return await services.photos.give(services.demo.picture(name))


@router.get("/demo/{name}/image", response_class=Response, responses=PICTURE)
async def read_demo_image(services: ServicesDep, name: DemoName) -> Response:
    """The picture of one of the demo's photos."""
    return Response(services.demo.picture(name), media_type="image/jpeg")
