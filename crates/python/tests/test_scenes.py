"""Scenes: pictures, probes, files, budgets."""

import numpy as np
import pytest

import quadrille_gpu as gpu

RED = """[require]
SIZE 8 4
[fragment program]
!!ARBfp1.0
MOV result.color, { 1, 0, 0, 1 };
END
[test]
ortho
draw rect 0 0 4 2
"""


def test_a_scene_is_a_picture():
    report = gpu.run_scene(RED + "probe rgba 1 1 1.0 0.0 0.0 1.0\n")
    assert report.verdict == "pass"
    assert report.picture.shape == (4, 8, 4)
    assert report.picture.dtype == np.uint8
    # The rectangle is at the lower left, and the top row comes first.
    red = report.picture[..., 0] == 255
    expected = np.zeros((4, 8), bool)
    expected[2:, :4] = True
    np.testing.assert_array_equal(red, expected)


def test_a_pixel_has_a_history():
    history = gpu.run_scene(RED, pixel=(1, 1)).history
    assert history["origin"] == "lower left"
    (draw,) = history["commands"]
    assert draw["command"] == "draw rect 0 0 4 2"
    # Results are written by the fragment program alone, which writes red.
    assert draw["after"]["colors"][0] == [1.0, 0.0, 0.0, 1.0]
    assert gpu.run_scene(RED).history is None
    with pytest.raises(ValueError, match="a pixel is x, y"):
        gpu.run_scene(RED, pixel=(1,))


def test_a_probe_that_fails_says_where():
    report = gpu.run_scene(RED + "probe rgba 1 1 0.0 1.0 0.0 1.0\n")
    assert report.verdict == "fail"
    assert "line 10" in report.failures[0]
    assert "(1, 1)" in report.failures[0]


def test_errors_and_skips():
    report = gpu.run_scene("[test]\nnonsense\n")
    assert report.verdict == "error"
    assert report.problems[0].line == 2
    report = gpu.run_scene("[require]\nGL_EXT_no_such_thing\n[test]\n")
    assert report.verdict == "skip"
    assert "GL_EXT_no_such_thing" in report.reason


def test_files_are_those_that_are_granted(tmp_path):
    folder = tmp_path / "scenes"
    folder.mkdir()
    (tmp_path / "secret.obj").write_text("v 0 0 0\n")
    (folder / ".hidden.obj").write_text("v 0 0 0\n")
    (folder / "shape.obj").write_text("v -1 -1 0\nv 1 -1 0\nv 0 1 0\nf 1 2 3\n")
    for name, verdict in [("shape.obj", "pass"), ("../secret.obj", "error"), (".hidden.obj", "error")]:
        scene = folder / "scene.shader_test"
        scene.write_text(f"[test]\ndraw mesh {name}\n")
        assert gpu.run_scene_file(scene).verdict == verdict, name
    assert gpu.run_scene("[test]\ndraw mesh shape.obj\n").verdict == "error"


def test_an_exception_of_the_caller_is_the_caller_s():
    def read(path):
        raise ZeroDivisionError(path)

    with pytest.raises(ZeroDivisionError):
        gpu.run_scene("[test]\ndraw mesh shape.obj\n", files=read)


def test_threads_and_engines_give_the_same_picture():
    pictures = [
        gpu.run_scene(RED, threads=threads, session=gpu.Session(engine=engine)).picture
        for threads in (1, 2)
        for engine in ("reference", "wide")
    ]
    for picture in pictures[1:]:
        np.testing.assert_array_equal(picture, pictures[0])


def test_a_budget_ends_a_scene():
    assert gpu.run_scene(RED, work=10).verdict == "error"
