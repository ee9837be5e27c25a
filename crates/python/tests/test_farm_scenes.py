"""The farm: the files that a scene reads which is given by itself."""

import pytest

pq = pytest.importorskip("pyarrow.parquet")

from quadrille_gpu.farm import Farm, run, sources

SCENE = """[require]
SIZE 8 4
[fragment program]
!!ARBfp1.0
MOV result.color, { 1, 0, 0, 1 };
END
[test]
clear color 0 0 0 1
clear
draw mesh shapes/my triangle.obj
draw rect -1 -1 2 2
probe all rgba 1 0 0 1
"""


def test_a_scene_by_itself_reads_what_it_names(tmp_path):
    """Its own file, one below its folder, and one that this names; nothing else is read, and nothing hidden."""
    triangle = "v -1 -1 0\nv 1 -1 0\nv 0 1 0\nf 1 2 3\n"
    for place, text in {
        "a.shader_test": SCENE,
        "shapes/my triangle.obj": triangle + "# see notes.txt\n",
        "notes.txt": "why",
        "other.obj": triangle,
        ".hidden/my triangle.obj": triangle,
    }.items():
        (tmp_path / place).parent.mkdir(exist_ok=True)
        (tmp_path / place).write_text(text)
    (one,), files = sources.scenes([tmp_path / "a.shader_test"], 1 << 20)
    assert one.name == "a.shader_test"
    assert sorted(files) == ["notes.txt", "shapes/my triangle.obj"]
    out = tmp_path / "out"
    assert run(Farm("render", out=str(out), paths=[str(tmp_path / "a.shader_test")], workers=1))["outcomes"] == {"pass": 1}
    # source: `quadrille run`: a scene without its file is an error that says so.
    (tmp_path / "shapes/my triangle.obj").unlink()
    out = tmp_path / "out2"
    assert run(Farm("render", out=str(out), paths=[str(tmp_path / "a.shader_test")], workers=1))["outcomes"] == {"error": 1}
    (row,) = pq.read_table(out / "results.parquet").to_pylist()
    assert "no such file" in row["reason"]
