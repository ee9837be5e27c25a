"""Canvases: arrays in, pixels out."""

import subprocess
import sys
import threading

import numpy as np
import pytest

import quadrille_gpu as gpu

WHITE = "!!ARBfp1.0\nMOV result.color, 1;\nEND"
LOCAL = "!!ARBfp1.0\nPARAM tint = program.local[0];\nMOV result.color, tint;\nEND"
ALL = np.array([[-1, -1], [3, -1], [-1, 3]], np.float32)
# The left half, as a strip.
LEFT = np.array([[-1, -1], [0, -1], [-1, 1], [0, 1]], np.float32)


def canvas_with(text, *arguments, **settings):
    canvas = gpu.Canvas(*arguments, **settings)
    canvas.bind(gpu.Session().load(text))
    return canvas


def test_arrays_become_pixels():
    canvas = canvas_with(WHITE, 8, 4)
    canvas.clear((0, 0, 0, 1))
    canvas.draw("triangle_strip", {"vertex.position": LEFT})
    expected = np.zeros((4, 8, 4), np.uint8)
    expected[..., 3] = 255
    expected[:, :4] = 255
    np.testing.assert_array_equal(canvas.picture, expected)
    assert canvas.picture.dtype == np.uint8


def test_the_top_row_comes_first():
    canvas = canvas_with(WHITE, 2, 2)
    canvas.clear((0, 0, 0, 0))
    # Upwards is where y is positive (OpenGL 2.1, 2.11.1).
    canvas.draw("quads", {"vertex.position": [[-1, 0], [1, 0], [1, 1], [-1, 1]]})
    np.testing.assert_array_equal(canvas.picture[..., 0], [[255, 255], [0, 0]])


def test_every_layout_means_the_same(convert):
    canvas = canvas_with(WHITE, 8, 4)
    canvas.clear((0, 0, 0, 0))
    canvas.draw("triangle_strip", {"vertex.position": convert(LEFT)})
    assert (canvas.picture[:, :4] == 255).all() and (canvas.picture[:, 4:] == 0).all()


def test_no_vertices_draw_nothing():
    canvas = canvas_with(WHITE, 2, 2)
    canvas.clear((0, 0, 0, 0))
    canvas.draw("triangles", {"vertex.position": np.zeros((0, 2), np.float32)})
    canvas.draw("triangles", {"vertex.position": ALL}, indices=[])
    assert not canvas.picture.any()


def test_a_vector_for_all_and_indices():
    canvas = gpu.Canvas(2, 2)
    canvas.draw("triangles", {"vertex.position": ALL, "vertex.color": [1, 0, 1]}, indices=[2, 0, 1])
    assert (canvas.picture == [255, 0, 255, 255]).all()


def test_wrong_arrays_are_refused():
    canvas = gpu.Canvas(2, 2)
    with pytest.raises(TypeError, match="floats"):
        canvas.draw("triangles", {"vertex.position": np.zeros((3, 2), np.int32)})
    with pytest.raises(TypeError, match="floats"):
        canvas.draw("triangles", {"vertex.position": np.zeros((3, 2), complex)})
    with pytest.raises(ValueError, match="shape"):
        canvas.draw("triangles", {"vertex.position": np.zeros((3, 5), np.float32)})
    with pytest.raises(ValueError, match="another number"):
        canvas.draw("triangles", {"vertex.position": ALL, "vertex.color": np.ones((2, 4))})
    with pytest.raises(ValueError, match="vertex 3"):
        canvas.draw("triangles", {"vertex.position": ALL}, indices=[0, 1, 3])
    with pytest.raises(ValueError, match="attribute"):
        canvas.draw("triangles", {"vertex.depth": ALL})
    with pytest.raises(ValueError, match="topology"):
        canvas.draw("circles", {"vertex.position": ALL})


def test_parameters_and_matrices():
    canvas = canvas_with(LOCAL, 4, 4, color="rgba32f")
    canvas.clear((0, 0, 0, 0))
    canvas.set_parameter("fragment", "tint", (0.1, 2, -3, 1))
    # To the right half: x / 2 + 1 / 2. Column vectors stand behind the matrix (OpenGL 2.1, 2.11.1).
    canvas.set_matrix("modelview", [[0.5, 0, 0, 0.5], [0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]])
    canvas.draw("quads", {"vertex.position": [[-1, -1], [1, -1], [1, 1], [-1, 1]]})
    assert not canvas.colors[:, :2].any()
    np.testing.assert_array_equal(canvas.colors[:, 2:], np.tile(np.float32([0.1, 2, -3, 1]), (4, 2, 1)))
    with pytest.raises(gpu.EvaluationError, match="light"):
        canvas.set_parameter("fragment", "light", (0, 0, 0, 0))
    with pytest.raises(ValueError, match="compute"):
        canvas.set_parameter("compute", "tint", (0, 0, 0, 0))
    with pytest.raises(ValueError, match="four rows"):
        canvas.set_matrix("modelview", [1, 0, 0, 0])
    with pytest.raises(ValueError, match="no matrix"):
        canvas.set_matrix("model", np.eye(4))


def test_state_is_set_by_commands():
    canvas = canvas_with(LOCAL, 1, 1)
    canvas.clear((0, 0, 1, 0), depth=0.25)
    canvas.set_parameter("fragment", "tint", (1, 0, 0, 1))
    canvas.set_state("enable GL_BLEND\nblend func ONE ONE\n")
    canvas.draw("triangles", {"vertex.position": ALL})
    assert canvas.picture[0, 0].tolist() == [255, 0, 255, 255]
    # Depths of the triangle are 1/2 (z = 0), and those of the buffer 1/4.
    canvas.clear((0, 0, 0, 0))
    canvas.set_state("enable GL_DEPTH_TEST")
    canvas.draw("triangles", {"vertex.position": ALL})
    assert not canvas.picture.any()
    canvas.set_state("depthfunc GL_GREATER")
    canvas.draw("triangles", {"vertex.position": ALL})
    assert canvas.picture[0, 0, 0] == 255 and abs(canvas.depths[0, 0] - 0.5) < 2**-23


@pytest.mark.parametrize(
    "commands, line",
    [
        ("depthmask 1\nblend func NONE ONE", 2),
        ("draw rect 0 0 1 1", 1),
        ("depthmask 1\n\nenable GL_NOTHING", 3),
        ("depthmask 1\n[vertex program]\n!!ARBvp1.0", 2),
        ("nonsense", 1),
    ],
)
def test_what_is_no_state_has_its_place(commands, line):
    with pytest.raises(gpu.Rejected) as raised:
        gpu.Canvas(1, 1).set_state(commands)
    assert raised.value.diagnostics[0].line == line


def test_textures_are_upright():
    canvas = canvas_with("!!ARBfp1.0\nTEX result.color, fragment.texcoord[0], texture[0], 2D;\nEND", 2, 2)
    texels = np.random.default_rng(1).integers(0, 256, (2, 2, 4), np.uint8)
    canvas.set_texture(0, texels, filter="nearest")
    square = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32)
    canvas.draw("quads", {"vertex.position": square * 2 - 1, "vertex.texcoord[0]": square})
    np.testing.assert_array_equal(canvas.picture, texels)
    canvas.set_texture(0, np.repeat(texels, 2, axis=1)[:, ::2], filter="nearest")
    canvas.draw("quads", {"vertex.position": square * 2 - 1, "vertex.texcoord[0]": square})
    np.testing.assert_array_equal(canvas.picture, texels)
    with pytest.raises(TypeError):
        canvas.set_texture(0, texels.astype(np.float32))
    for wrong in ({"filter": "cubic"}, {"wrap": "never"}):
        with pytest.raises(ValueError):
            canvas.set_texture(0, texels, **wrong)
    with pytest.raises(ValueError, match="shape"):
        canvas.set_texture(0, texels[..., :3])
    with pytest.raises(gpu.EvaluationError, match="unit 99"):
        canvas.set_texture(99, texels)


def test_what_cannot_be_is_refused():
    for arguments, settings in [((0, 4), {}), ((4, 4), {"color": "rgba9"}), ((4, 4), {"samples": 3}), ((1 << 20, 4), {})]:
        with pytest.raises(ValueError):
            gpu.Canvas(*arguments, **settings)
    with pytest.raises(ValueError, match="memory"):
        gpu.Canvas(4000, 4000, memory=1 << 20)
    canvas = canvas_with(WHITE, 100, 100, work=1000)
    with pytest.raises(gpu.EvaluationError, match="work"):
        canvas.draw("triangles", {"vertex.position": ALL})


def test_engines_and_threads_draw_the_same():
    pictures = []
    for settings in ({"threads": 1}, {"threads": 2}, {"session": gpu.Session(engine="reference")}):
        canvas = canvas_with("!!ARBfp1.0\nMOV result.color, fragment.color;\nEND", 100, 100, **settings)
        canvas.draw("triangles", {"vertex.position": ALL, "vertex.color": np.eye(3, dtype=np.float32)})
        pictures.append(canvas.picture)
    np.testing.assert_array_equal(pictures[0], pictures[1])
    np.testing.assert_array_equal(pictures[0], pictures[2])


def test_threads_take_turns():
    canvas = canvas_with(WHITE, 64, 64)
    canvas.clear((0, 0, 0, 0))
    canvas.set_state("enable GL_BLEND\nblend func ONE ONE")
    canvas.bind(gpu.Session().load(LOCAL))
    canvas.set_parameter("fragment", "tint", (1 / 255, 0, 0, 0))
    # What threads of one process draw adds up.
    threads = [
        threading.Thread(target=lambda: [canvas.draw("triangles", {"vertex.position": ALL}) for _ in range(25)])
        for _ in range(4)
    ]
    [thread.start() for thread in threads]
    [thread.join() for thread in threads]
    assert (canvas.picture[..., 0] == 100).all()


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
def test_ctrl_c_ends_a_draw():
    program = """
import signal, threading
import quadrille_gpu as gpu
signal.signal(signal.SIGINT, signal.default_int_handler)
canvas = gpu.Canvas(4000, 4000)
canvas.bind(gpu.Session().load("!!ARBfp1.0\\nTEMP a;\\n" + "RSQ a.x, fragment.position.x;\\n" * 60 + "MOV result.color, a;\\nEND"))
threading.Timer(1.5, signal.raise_signal, [signal.SIGINT]).start()
try:
    canvas.draw("quads", {"vertex.position": [[-1, -1], [1, -1], [1, 1], [-1, 1]]}, instances=100000)
except KeyboardInterrupt:
    print("interrupted")
canvas.clear((1, 0, 0, 1))
print(canvas.picture[0, 0].tolist())
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=120)
    assert done.stdout == "interrupted\n[255, 0, 0, 255]\n", done.stdout + done.stderr


def test_a_canvas_does_not_pickle():
    import pickle

    with pytest.raises(TypeError, match="Canvas"):
        pickle.dumps(gpu.Canvas(1, 1))
