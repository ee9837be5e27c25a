"""The farm: what is kept, whatever happens to workers, disks and inputs."""

import errno
import io
import multiprocessing
import os
import signal
import stat
import subprocess
import sys
import time
import zipfile

import pytest

pq = pytest.importorskip("pyarrow.parquet")

from quadrille_gpu.farm import Farm, FarmError, __main__ as command, pools, results, run, sources, work

GOOD = "!!ARBvp1.0\nMOV result.position, vertex.position;\nEND\n"
BAD = "!!ARBvp1.0\nRSQ result.position, vertex.position;\nEND\n"
SCENE = """[require]
SIZE 8 4
[fragment program]
!!ARBfp1.0
MOV result.color, {{ {red}, 0, 0, 1 }};
END
[test]
clear color 0 0 0 1
clear
draw rect -1 -1 2 2
probe all rgba 1 0 0 1
"""


@pytest.fixture
def folder(tmp_path):
    """Programs of which every third is wrong, a picture, and one in UTF-16."""
    programs = tmp_path / "programs"
    programs.mkdir()
    for number in range(60):
        (programs / f"{number:03}.vp").write_text(BAD if number % 3 == 0 else GOOD)
    (programs / "picture.tga").write_bytes(bytes(500))
    (programs / "wide.vp").write_bytes(GOOD.encode("utf-16"))
    return programs


def checked(folder, out, **rest):
    return run(Farm("check", out=str(out), paths=[str(folder)], chunk=7, **rest))


def whole(out):
    return (out / "results.parquet").read_bytes()


def test_a_row_a_file(folder, tmp_path):
    counts = checked(folder, tmp_path / "out", workers=2)
    assert counts["outcomes"] == {"accepted": 41, "rejected": 20, "no program": 1}
    rows = pq.read_table(tmp_path / "out/results.parquet").to_pylist()
    assert [row["name"] for row in rows] == sorted(os.listdir(folder))
    # The rule and the place are those of docs/python.md.
    assert rows[0]["rules"] == ["scalar-needs-selector"]
    assert (rows[0]["line"], rows[0]["column"]) == (2, 22)


def test_a_damaged_archive_is_an_error(tmp_path):
    archive = tmp_path / "shaders.zip"
    with zipfile.ZipFile(archive, "w") as file:
        file.writestr("a.vp", GOOD)
    archive.write_bytes(archive.read_bytes()[:40])
    with pytest.raises(FarmError, match="damaged"):
        checked(archive, tmp_path / "out", workers=1)


def test_a_row_a_program(tmp_path):
    """Files with several programs, and scenes: lines are those of the files."""
    folder = tmp_path / "several"
    folder.mkdir()
    (folder / "pair.vfp").write_text(GOOD + "\n" + BAD)
    (folder / "red.shader_test").write_text(SCENE.format(red=1))
    (folder / "plain.shader_test").write_text("[test]\nclear\n")
    checked(folder, tmp_path / "out", workers=1)
    rows = pq.read_table(tmp_path / "out/results.parquet").to_pylist()
    assert [(row["name"], row["outcome"], row["line"]) for row in rows] == [
        ("pair.vfp:1", "accepted", None),
        ("pair.vfp:5", "rejected", 6),
        ("plain.shader_test", "no program", None),
        ("red.shader_test:4", "accepted", None),
    ]
    assert rows[3]["header"] == "!!ARBfp1.0"


def test_the_same_bytes_for_any_number_of_workers(folder, tmp_path):
    for workers in (1, 3):
        checked(folder, tmp_path / str(workers), workers=workers)
    assert whole(tmp_path / "1") == whole(tmp_path / "3")


def test_a_killed_worker_loses_nothing(folder, tmp_path, monkeypatch):
    checked(folder, tmp_path / "undisturbed", workers=2)
    add, killed = results.Results.add, []

    def adding(self, number, rows):
        add(self, number, rows)
        if not killed:
            killed.append(multiprocessing.active_children()[0].pid)
            os.kill(killed[0], signal.SIGKILL)

    monkeypatch.setattr(results.Results, "add", adding)
    checked(folder, tmp_path / "disturbed", workers=2)
    assert killed
    assert whole(tmp_path / "undisturbed") == whole(tmp_path / "disturbed")


class Fatal(work.Check):
    """Ends its process at one program, as a fault of native code would."""

    def rows(self, item):
        if item.name == "fatal":
            os._exit(11)
        return super().rows(item)


def finished(pool, chunks):
    rows = {}
    try:
        for number, chunk in enumerate(chunks):
            pool.submit(number, chunk)
        while len(pool):
            for number, some in pool.finished():
                assert number not in rows
                rows[number] = some
    finally:
        pool.close()
    return {row["name"]: row["outcome"] for number in sorted(rows) for row in rows[number]}


CHUNKS = [
    [work.Item("a", GOOD.encode()), work.Item("fatal"), work.Item("b", BAD.encode())],
    [work.Item("c", GOOD.encode())],
]
EXPECTED = {"a": "accepted", "fatal": "lost", "b": "rejected", "c": "accepted"}


def test_an_item_that_ends_every_worker_is_found():
    assert finished(pools.Processes(Fatal, {"largest": 1000}, 2), CHUNKS) == EXPECTED


def test_a_killed_run_goes_on(folder, tmp_path):
    checked(folder, tmp_path / "whole", workers=1)
    out = tmp_path / "out"
    line = [sys.executable, "-m", "quadrille_gpu.farm", "check", str(folder), "--out", str(out), "--chunk", "1"]
    running = subprocess.Popen([*line, "--workers", "1"], start_new_session=True, stdout=subprocess.DEVNULL)
    while len(list(out.glob("parts/0*"))) < 5:
        time.sleep(0.01)
        assert running.poll() is None
    os.killpg(running.pid, signal.SIGKILL)
    running.wait()
    before = {path.name: path.stat().st_mtime_ns for path in out.glob("parts/0*")}
    assert len(before) < 62
    assert subprocess.run([*line, "-q"], capture_output=True, check=True).stdout.count(b"accepted") == 2
    rows = pq.read_table(out / "results.parquet").to_pylist()
    assert rows == pq.read_table(tmp_path / "whole/results.parquet").to_pylist()


def test_other_results_are_not_overwritten(folder, tmp_path):
    checked(folder, tmp_path / "out", workers=1)
    with pytest.raises(FarmError, match="another run"):
        checked(folder, tmp_path / "out", workers=1, largest=100)


def test_a_full_disk_says_so_and_keeps_whole_files(folder, tmp_path, monkeypatch):
    write, written = pq.write_table, []

    def full(table, path):
        written.append(path)
        if len(written) > 3:
            path.write_bytes(b"half")
            raise OSError(errno.ENOSPC, "No space left on device")
        write(table, path)

    monkeypatch.setattr(results.pq, "write_table", full)
    with pytest.raises(FarmError, match="no space left"):
        checked(folder, tmp_path / "out", workers=1)
    assert len(os.listdir(tmp_path / "out/parts")) == 3
    monkeypatch.undo()
    assert checked(folder, tmp_path / "out", workers=1)["rows"] == 62


def test_nothing_is_an_error(tmp_path):
    (tmp_path / "empty").mkdir()
    with pytest.raises(FarmError, match="empty"):
        checked(tmp_path / "empty", tmp_path / "out")
    with pytest.raises(FarmError, match="No such file"):
        checked(tmp_path / "missing", tmp_path / "out2")


def test_files_of_several_folders_have_names_of_their_own(tmp_path):
    """Folders, files and archives whose files have the same names below them."""
    for place in ("old/shaders", "new/shaders", "old/more"):
        (tmp_path / place).mkdir(parents=True)
        (tmp_path / place / "sky.vp").write_text(BAD if place == "new/shaders" else GOOD)
    for place in ("old", "new"):
        with zipfile.ZipFile(tmp_path / place / "pack.zip", "w") as made:
            made.writestr("sky.vp", GOOD)

    def names(*paths):
        given = [tmp_path / path for path in paths]
        found = [item.name for item in sources.texts(given, 1000)]
        assert sources.total(given) == len(found)
        return found

    assert names("old/shaders") == ["sky.vp"]
    assert names("old/shaders", "new/shaders") == ["shaders/sky.vp", "shaders#2/sky.vp"]
    assert names("old/shaders", "old/more") == ["shaders/sky.vp", "more/sky.vp"]
    assert names("old/shaders/sky.vp", "new/shaders/sky.vp") == ["shaders/sky.vp", "shaders#2/sky.vp"]
    assert names("old/shaders", "old/shaders/sky.vp") == ["shaders/sky.vp", "shaders#2/sky.vp"]
    assert names("old/pack.zip") == ["pack.zip/sky.vp"]
    assert names("old/pack.zip", "new/pack.zip") == ["pack.zip/sky.vp", "pack.zip#2/sky.vp"]
    assert names("old/shaders", "old/pack.zip") == ["shaders/sky.vp", "pack.zip/sky.vp"]
    # The same folder twice is the folder once.
    assert names("old/shaders", "old/../old/shaders") == ["sky.vp"]

    paths = [str(tmp_path / "old/shaders"), str(tmp_path / "new/shaders")]
    run(Farm("check", out=str(tmp_path / "out"), paths=paths, workers=1))
    rows = pq.read_table(tmp_path / "out/results.parquet").to_pylist()
    outcomes = {row["name"]: row["outcome"] for row in rows}
    assert outcomes == {"shaders/sky.vp": "accepted", "shaders#2/sky.vp": "rejected"}


def test_scenes_of_several_folders_read_their_own_files(tmp_path):
    scene = SCENE.replace("MOV result.color, {{ {red}, 0, 0, 1 }};", "TEX result.color, 0.5, texture[0], 2D;")
    scene = scene.replace("[test]\n", "[test]\ntexture file 0 dot.png\n").format()
    Image = pytest.importorskip("PIL.Image")
    for place, color in (("a/scenes", (255, 0, 0, 255)), ("b/scenes", (0, 255, 0, 255))):
        (tmp_path / place).mkdir(parents=True)
        (tmp_path / place / "dot.shader_test").write_text(scene)
        Image.new("RGBA", (1, 1), color).save(tmp_path / place / "dot.png")
    paths = [str(tmp_path / place) for place in ("a/scenes", "b/scenes")]
    out = tmp_path / "out"
    run(Farm("render", out=str(out), paths=paths, workers=1))
    rows = pq.read_table(out / "results.parquet").to_pylist()
    outcomes = [(row["name"], row["outcome"], row["reason"]) for row in rows]
    assert outcomes == [("scenes/dot.shader_test", "pass", None), ("scenes#2/dot.shader_test", "fail", None)]


def test_archives(tmp_path):
    archive = tmp_path / "shaders.zip"
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as made:
        made.writestr("../outside.vp", GOOD)
        made.writestr("bomb.vp", "!!ARBvp1.0\n" + " " * (1 << 24) + "END")
        made.writestr("same.vp", GOOD)
        with pytest.warns(UserWarning):
            made.writestr("same.vp", BAD)
    counts = checked(archive, tmp_path / "out", workers=1)
    assert counts["outcomes"] == {"accepted": 2, "rejected": 1, "too large": 1}
    assert sorted(os.listdir(tmp_path)) == ["out", "shaders.zip"]
    names = pq.read_table(tmp_path / "out/results.parquet")["name"].to_pylist()
    assert names == ["shaders.zip/outside.vp", "shaders.zip/bomb.vp", "shaders.zip/same.vp", "shaders.zip/#3/same.vp"]


def test_scenes_of_an_archive_stay_in_their_folder(tmp_path):
    archive = tmp_path / "scenes.zip"
    with zipfile.ZipFile(archive, "w") as made:
        made.writestr("a/right.shader_test", SCENE.format(red=1))
        made.writestr("../../../outside.txt", "no file of this machine's")
        made.writestr("..\\..\\outside.txt", "nor this")
    out = tmp_path / "out"
    assert run(Farm("render", out=str(out), paths=[str(archive)], workers=1))["outcomes"] == {"pass": 1}
    (scene,), files = sources.scenes([archive], 1 << 20)
    folder = tmp_path / "x/y/z"
    folder.mkdir(parents=True)
    work.Compare({"files": files}).laid(folder, scene)
    # What is written lies in the folder that was given, and nowhere else.
    assert sorted(path.relative_to(tmp_path).parts[0] for path in tmp_path.iterdir()) == ["out", "scenes.zip", "x"]
    assert [path.name for path in (tmp_path / "x").rglob("*") if path.is_file() and folder not in path.parents] == []
    assert (folder / "scenes.zip/outside.txt").exists()


def test_translations(folder, tmp_path):
    out = tmp_path / "out"
    settings = {"targets": ["glsl330", "spirv-vulkan"], "keep": True}
    run(Farm("translate", out=str(out), paths=[str(folder)], settings=settings, workers=2))
    rows = pq.read_table(out / "results.parquet").to_pylist()
    done = [row for row in rows if row["outcome"] == "translated"]
    assert len(done) == 2 * 41
    assert done[0]["text"].startswith("#version 330")
    # source: SPIR-V, section 2.3: the first word is the magic number
    assert done[1]["words"][:4] == b"\x03\x02\x23\x07"


def test_scenes_and_their_pictures(tmp_path):
    scenes = tmp_path / "scenes"
    scenes.mkdir()
    (scenes / "right.shader_test").write_text(SCENE.format(red=1))
    (scenes / "wrong.shader_test").write_text(SCENE.format(red=0))
    out = tmp_path / "out"
    counts = run(Farm("render", out=str(out), paths=[str(scenes)], settings={"keep": True}, workers=1))
    assert counts["outcomes"] == {"pass": 1, "fail": 1}
    right = pq.read_table(out / "results.parquet").to_pylist()[0]
    image = pytest.importorskip("PIL.Image").open(io.BytesIO(right["picture"]))
    assert image.size == (8, 4) and image.getpixel((3, 2)) == (255, 0, 0, 255)


RUNNER = """#!{python}
import json, sys
words = sys.argv
first, end = int(words[words.index("--seed") + 1]), int(words[words.index("--until") + 1])
if first <= 37 < end:
    sys.exit(134)
failed = 12 if first <= 12 < end else None
print(json.dumps(dict(programs=1, instructions=10, compared=0, failed=failed, message=failed and "differs")))
"""


def test_seeds_of_a_storm_are_found(tmp_path):
    """A runner that fails for seed 12 and crashes at seed 37."""
    runner = tmp_path / "runner"
    runner.write_text(RUNNER.format(python=sys.executable))
    runner.chmod(runner.stat().st_mode | stat.S_IXUSR)
    out = tmp_path / "out"
    settings = {"runner": str(runner), "storm": []}
    farm = Farm("storm", out=str(out), seeds=60, chunk=25, settings=settings, workers=2)
    assert run(farm)["outcomes"] == {"passed": 58, "failed": 1, "lost": 1}
    rows = pq.read_table(out / "results.parquet").to_pylist()
    found = {row["first"]: row["outcome"] for row in rows if row["outcome"] != "passed"}
    assert found == {12: "failed", 37: "lost"}
    seeds = [seed for row in rows for seed in range(row["first"], row["first"] + row["seeds"])]
    assert seeds == list(range(60))


def test_wrong_words_are_told(tmp_path, capsys):
    for words, said in [
        (["translate", "x", "--out", "y", "--to", "glsl999"], "there is no target 'glsl999'"),
        (["compare", "x", "--out", "y", "--engines", "reference"], "two names"),
        (["storm", "--out", "y", "--seeds", "1", "--runner", "/none"], "no program '/none'"),
    ]:
        with pytest.raises(SystemExit) as ended:
            command.main(words)
        assert ended.value.code == 2
        assert said in capsys.readouterr().err


@pytest.fixture(scope="module")
def cluster():
    """Two nodes of a processor each, in this machine."""
    ray = pytest.importorskip("ray")
    from ray.cluster_utils import Cluster

    # Workers find the kinds of work of this file.
    paths = [os.path.dirname(__file__), *filter(None, [os.environ.get("PYTHONPATH")])]
    os.environ["PYTHONPATH"] = os.pathsep.join(paths)
    settings = {"num_cpus": 1, "object_store_memory": 100 << 20}
    made = Cluster(initialize_head=True, head_node_args={**settings, "include_dashboard": False})
    made.add_node(**settings)
    ray.init(address=made.address, log_to_driver=False, logging_level="error")
    yield made
    ray.shutdown()
    made.shutdown()


def test_a_cluster_gives_the_same_bytes(cluster, folder, tmp_path):
    checked(folder, tmp_path / "here", workers=1)
    checked(folder, tmp_path / "there", ray="auto")
    assert whole(tmp_path / "here") == whole(tmp_path / "there")


class Slow(work.Check):
    """Takes its time, and tells its process."""

    def rows(self, item):
        time.sleep(0.05)
        (row,) = super().rows(item)
        return [{**row, "pid": os.getpid()}]


def test_a_cluster_outlives_a_worker(cluster, folder):
    chunks = [[work.Item(path.name, path.read_bytes())] for path in sorted(folder.glob("*.vp"))]
    pool = pools.Ray(Slow, {"largest": 1000}, "auto", 0)
    rows, killed = {}, None
    for number, chunk in enumerate(chunks):
        pool.submit(number, chunk)
    while len(pool):
        for number, some in pool.finished():
            assert number not in rows
            rows[number] = some
            if len(rows) == 10:
                killed = some[0]["pid"]
                os.kill(killed, signal.SIGKILL)
    assert len({row["pid"] for some in rows.values() for row in some}) > 2
    assert [rows[number][0]["name"] for number in range(61)] == [chunk[0].name for chunk in chunks]
    assert not any(row["outcome"] == "lost" for some in rows.values() for row in some)


def test_a_cluster_finds_what_ends_its_workers(cluster):
    assert finished(pools.Ray(Fatal, {"largest": 1000}, "auto", 0), CHUNKS) == EXPECTED
