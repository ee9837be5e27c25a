"""The farm on a disk that is full: a file system of its own, as small as it takes."""

import os
import re
import subprocess
import sys

import pytest

pytest.importorskip("pyarrow")

GOOD = "!!ARBvp1.0\nMOV result.position, vertex.position;\nEND\n"


@pytest.fixture
def folder(tmp_path):
    programs = tmp_path / "programs"
    programs.mkdir()
    for number in range(60):
        (programs / f"{number:03}.vp").write_text(GOOD)
    return programs


def on_a_small_disk(size, place, line):
    """Runs a line twice, in a namespace where a folder is a file system of so many bytes, the second time with room: the
    first's status and errors, what it left there, and what the second says."""
    script = """
    mount -t tmpfs -o size="$1" tmpfs "$2" 2> /dev/null || exit 77
    size=$1 place=$2; shift 2
    "$@"; echo "status $?" >&2
    find "$place" -type f | sort; echo --
    mount -o remount,size=64m "$place"
    "$@" >&2
    """
    words = ["unshare", "--user", "--map-root-user", "--mount", "sh", "-c", script, "sh", str(size), str(place), *line]
    try:
        done = subprocess.run(words, capture_output=True, text=True, timeout=240)
    except FileNotFoundError:
        pytest.skip("there is no unshare")
    if done.returncode == 77 or "unshare:" in done.stderr:
        pytest.skip("this system lets no user mount a file system of its own")
    told, again = done.stderr.split("status 2\n", 1)
    files = done.stdout.split("--\n")[0].split()
    return told, [os.path.relpath(file, place) for file in files], again


# Within the parts, and as the whole is put together.
@pytest.mark.parametrize("size", ["48k", "280k"])
def test_a_disk_that_is_full_says_so(folder, tmp_path, size):
    disk = tmp_path / "disk"
    disk.mkdir()
    line = [sys.executable, "-m", "quadrille_gpu.farm", "check", str(folder), "--out", str(disk / "out")]
    told, files, again = on_a_small_disk(size, disk, [*line, "--chunk", "1", "--workers", "1", "-q"])
    assert told.strip() == f"farm: no space left for {disk}/out: what is there is whole; the same command goes on from it"
    assert not [file for file in files if "/." in file]
    assert 2 <= len(files) <= 63
    assert re.search("60 +accepted", again), again


# A cluster whose object store is smaller than a chunk, and which takes every disk for a full one.
STORE = """
import sys
import ray
from quadrille_gpu.farm import Farm, FarmError, run
full = {"local_fs_capacity_threshold": 0.0001, "local_fs_monitor_interval_ms": 10}
ray.init(num_cpus=1, object_store_memory=78 << 20, include_dashboard=False, log_to_driver=False, logging_level="error",
         _system_config=full)
try:
    run(Farm("check", out=sys.argv[2], paths=[sys.argv[1]], chunk=40, workers=1, ray="auto"))
except FarmError as error:
    print(str(error).splitlines()[0])
"""


def test_an_object_store_that_is_full_says_so(tmp_path):
    pytest.importorskip("ray")
    programs = tmp_path / "programs"
    programs.mkdir()
    for number in range(40):
        (programs / f"{number:02}.vp").write_text(GOOD + "#" * (3 << 20))
    words = [sys.executable, "-c", STORE, str(programs), str(tmp_path / "out")]
    done = subprocess.run(words, capture_output=True, text=True, timeout=240)
    assert done.stdout.startswith("Ray's object store is full: "), done.stdout + done.stderr
    assert not list((tmp_path / "out/parts").iterdir())
