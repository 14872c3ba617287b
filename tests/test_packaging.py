"""The flat import names stay ours, and the wheel holds the whole product and nothing else."""

import hashlib
import importlib.metadata
import importlib.util
import os
import shutil
import subprocess
import sys
import tomllib
import venv
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = ("scoring", "vision", "firmware_bridge", "table")


@pytest.mark.parametrize("name", PACKAGES)
def test_every_package_resolves_to_this_checkout(name):
    spec = importlib.util.find_spec(name)
    assert spec is not None
    assert spec.origin == str(ROOT / name / "__init__.py")


@pytest.mark.parametrize("name", PACKAGES)
def test_no_other_distribution_owns_our_names(name):
    owners = importlib.metadata.packages_distributions()
    assert set(owners.get(name, [])) <= {"jantaku"}


@pytest.mark.parametrize("folder", ["tests", "models", "scripts"])
def test_folders_of_scripts_are_not_packages(folder):
    assert not list((ROOT / folder).rglob("__init__.py"))


@pytest.mark.parametrize("name", PACKAGES)
def test_every_package_is_typed_for_its_users(name):
    assert (ROOT / name / "py.typed").is_file()


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    """The wheel as `make build` makes it; the dashboard is built first where it is stale."""
    folder = tmp_path_factory.mktemp("dist")
    run(sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", folder, cwd=ROOT)
    (made,) = folder.glob("*.whl")
    return made


@pytest.mark.timeout(300)
def test_the_wheel_holds_our_packages_and_nothing_else(wheel):
    names = zipfile.ZipFile(wheel).namelist()
    assert {name.split("/")[0] for name in names} == {*PACKAGES, "jantaku-0.1.0.dist-info"}
    assert not [name for name in names if "node_modules" in name or "web/dashboard/" in name]
    for name in PACKAGES:
        assert f"{name}/py.typed" in names


@pytest.mark.timeout(300)
def test_the_wheel_holds_every_module_of_the_checkout(wheel):
    names = set(zipfile.ZipFile(wheel).namelist())
    ours = {
        path.relative_to(ROOT).as_posix()
        for name in PACKAGES
        for path in (ROOT / name).rglob("*.py")
        if "dashboard" not in path.parts
    }
    assert ours <= names


@pytest.mark.timeout(300)
def test_the_wheel_holds_the_built_dashboard(wheel):
    names = zipfile.ZipFile(wheel).namelist()
    assert "table/web/static/index.html" in names
    assert [name for name in names if name.startswith("table/web/static/") and name.endswith(".js")]


@pytest.mark.timeout(300)
def test_the_wheel_holds_the_released_models_byte_for_byte(wheel):
    archive = zipfile.ZipFile(wheel)
    manifest = tomllib.loads(archive.read("vision/_models/manifest.toml").decode())
    for name in ("detector", "classifier"):
        content = archive.read(f"vision/_models/{manifest[name]['file']}")
        assert hashlib.sha256(content).hexdigest() == manifest[name]["sha256"]


@pytest.mark.timeout(300)
def test_the_wheel_holds_the_rulesets(wheel):
    assert "scoring/presets/wrr2015.toml" in zipfile.ZipFile(wheel).namelist()


@pytest.mark.long
@pytest.mark.timeout(900)
def test_pip_installs_the_complete_product_from_a_clean_copy(tmp_path):
    clean = tmp_path / "a clean copy"
    shutil.copytree(ROOT, clean, ignore=made_files)
    venv.EnvBuilder(with_pip=True).create(tmp_path / "venv")
    python = tmp_path / "venv" / "bin" / "python"
    run(python, "-m", "pip", "install", "--quiet", clean, cwd=tmp_path)
    shutil.rmtree(clean)

    code = "from importlib.util import find_spec as f; print(f('models'), f('tests'), f('scripts'))"
    assert run(python, "-c", code, cwd=tmp_path).stdout.split() == ["None"] * 3
    jantaku = tmp_path / "venv" / "bin" / "jantaku"
    assert "score" in run(jantaku, "--help", cwd=tmp_path).stdout
    assert run(jantaku, "doctor", "--data", tmp_path / "data", cwd=tmp_path).returncode == 0


def made_files(folder, names):
    """What a clean clone does not have."""
    made = {".git", ".venv", ".stamps", "node_modules", "artefacts", "dist", "static"}
    return [name for name in names if name in made or name.endswith("_cache")]


def run(*command, cwd):
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    done = subprocess.run(
        [str(part) for part in command],
        cwd=cwd,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, f"{command}: exit {done.returncode}\n{done.stdout}{done.stderr}"
    return done
