"""Programs: diagnostics, runs over arrays, translations."""

import threading
from collections import ChainMap, OrderedDict, UserDict
from collections.abc import Mapping
from types import MappingProxyType

import numpy as np
import pytest

import quadrille_gpu as gpu

TRANSFORM = """!!ARBvp1.0
PARAM mvp[4] = { state.matrix.mvp };
DP4 result.position.x, mvp[0], vertex.position;
DP4 result.position.y, mvp[1], vertex.position;
DP4 result.position.z, mvp[2], vertex.position;
DP4 result.position.w, mvp[3], vertex.position;
ADD result.color, vertex.color, program.local[0];
END
"""


@pytest.fixture(scope="module")
def transform():
    return gpu.Session().load(TRANSFORM, name="transform.vp")


def rows(matrix):
    return {f"state.matrix.mvp.row[{row}]": values for row, values in enumerate(matrix)}


def test_a_program_says_what_it_takes_and_gives(transform):
    assert transform.header == "!!ARBvp1.0"
    assert transform.stage == "vertex"
    assert transform.attributes == ["vertex.position", "vertex.color"]
    assert transform.results == ["result.position", "result.color"]
    assert "program.local[0]" in transform.parameters


def test_vectors_are_transformed_as_numpy_does(transform):
    # source: the definition of DP4 in binary32, written with numpy (ARB_vertex_program, 2.14.4.4).
    random = np.random.default_rng(1)
    positions = random.uniform(-1, 1, (10_000, 4)).astype(np.float32)
    matrix = random.uniform(-1, 1, (4, 4)).astype(np.float32)
    results = transform.run({"vertex.position": positions, **rows(matrix)})
    products = positions[:, np.newaxis, :] * matrix[np.newaxis]
    expected = (products[..., 0] + products[..., 1]) + products[..., 2] + products[..., 3]
    np.testing.assert_array_equal(results["result.position"], expected)


def test_what_is_left_out_is_0_0_0_1(transform):
    results = transform.run({"vertex.position": np.zeros((2, 2), np.float32), **rows(np.eye(4))})
    np.testing.assert_array_equal(results["result.position"], [[0, 0, 0, 1]] * 2)
    # A colour for all, and a parameter.
    results = transform.run({"vertex.color": [0.5, 0.25, 0], "program.local[0]": [1, 1, 1, 1]}, count=3)
    np.testing.assert_array_equal(results["result.color"], [[1.5, 1.25, 1, 2]] * 3)


def test_every_layout_means_the_same(transform, convert):
    positions = np.arange(40, dtype=np.float32).reshape(10, 4)
    results = transform.run({"vertex.position": convert(positions), **rows(np.eye(4))})
    np.testing.assert_array_equal(results["result.position"], positions)


def test_read_only_arrays_are_read(transform):
    positions = np.ones((4, 4), np.float32)
    positions.flags.writeable = False
    assert transform.run({"vertex.position": positions, **rows(np.eye(4))})["result.position"].sum() == 16


def test_no_invocations_give_no_results(transform):
    results = transform.run({"vertex.position": np.zeros((0, 4), np.float32)})
    assert results["result.position"].shape == (0, 4)
    assert results.killed.shape == (0,)


@pytest.mark.parametrize(
    "value",
    [np.zeros((2, 4), complex), np.zeros((2, 4), bool), np.zeros((2, 4), object), np.zeros((2, 4), np.int64)],
    ids=["complex", "bool", "object", "int64"],
)
def test_other_types_are_refused(transform, value):
    with pytest.raises(TypeError, match="vertex.position"):
        transform.run({"vertex.position": value})


@pytest.mark.parametrize("shape", [(2, 5), (2, 0), (5,), (2, 2, 2), ()])
def test_other_shapes_are_refused(transform, shape):
    with pytest.raises(ValueError, match="shape"):
        transform.run({"vertex.position": np.zeros(shape, np.float32)})


def test_lengths_must_agree(transform):
    arrays = {"vertex.position": np.zeros((2, 4)), "vertex.color": np.zeros((3, 4))}
    with pytest.raises(ValueError, match="2 invocations.*3|3 invocations.*2"):
        transform.run(arrays)
    with pytest.raises(ValueError, match="count is 5"):
        transform.run({"vertex.position": np.zeros((2, 4))}, count=5)


def test_a_name_that_the_program_does_not_read_is_an_error(transform):
    with pytest.raises(gpu.EvaluationError, match="vertex.normal"):
        transform.run({"vertex.normal": np.zeros((2, 3))})


def test_results_are_a_mapping_that_shares_memory(transform):
    results = transform.run(count=2)
    assert list(results) == list(results.keys()) == transform.results
    assert len(results) == 2
    assert "result.color" in results
    assert "result.fogcoord" not in results
    with pytest.raises(KeyError):
        results["result.fogcoord"]
    # source: collections.abc.Mapping, which the stubs say that it is.
    assert isinstance(results, Mapping)
    assert 3 not in results
    assert [name for name, _ in results.items()] == transform.results
    assert [array.shape for array in results.values()] == [(2, 4)] * 2
    assert results.get("result.color").shape == (2, 4)
    assert results.get("result.fogcoord") is None
    assert results.get("result.fogcoord", 7) == 7
    position = results["result.position"]
    assert position.base is not None
    with pytest.raises(ValueError, match="read-only"):
        position[:] = 0
    del results
    assert position.shape == (2, 4)


@pytest.mark.parametrize("of", [MappingProxyType, UserDict, OrderedDict, ChainMap])
def test_any_mapping_is_taken(transform, of):
    inputs = of({"vertex.color": [0.5, 0.25, 0], "program.local[0]": [1, 1, 1, 1]})
    np.testing.assert_array_equal(transform.run(inputs)["result.color"], [[1.5, 1.25, 1, 2]])
    session = gpu.Session(limit=of({"vertex-instructions": 4}))
    with pytest.raises(gpu.Rejected):
        session.load(TRANSFORM)
    words = gpu.gf3.Program.assemble("MUL oPos, v0, c[0]\n")
    outputs = words.run(of({0: [1, 2, 3, 4]}), of({0: (2, 2, 2, 2)}))
    np.testing.assert_array_equal(outputs["oPos"], [[2, 4, 6, 8]])


def test_results_are_taken_as_a_mapping(transform):
    with pytest.raises(gpu.EvaluationError, match="result.(position|color)"):
        transform.run(transform.run())


@pytest.mark.parametrize("wrong", [[1, 2], "ab", 3])
def test_what_is_no_mapping_is_refused(transform, wrong):
    with pytest.raises(TypeError, match="Mapping"):
        transform.run(wrong)


def test_long_integers_say_what_to_do(transform):
    with pytest.raises(TypeError, match="float32 for floats"):
        transform.run({"vertex.position": np.zeros((2, 4), np.int64)})


def test_integers_are_integers():
    program = gpu.Session().load(
        """!!NVvp4.0
        ATTRIB given = vertex.attrib[1];
        ADD.S result.texcoord[0], given, { 1, 2, 3, 4 };
        MUL.U result.texcoord[1], given, { 2, 2, 2, 2 };
        END"""
    )
    given = np.array([[-1, 0, 1, 2]], np.int32)
    results = program.run({"vertex.attrib[1]": given})
    assert results["result.texcoord[0]"].dtype == np.int32
    np.testing.assert_array_equal(results["result.texcoord[0]"], [[0, 2, 4, 6]])
    np.testing.assert_array_equal(results["result.texcoord[1]"], (given.view(np.uint32) * np.uint32(2)))


def test_fragments_are_discarded():
    program = gpu.Session().load("!!ARBfp1.0\nKIL fragment.color;\nMOV result.color, 1;\nEND")
    colors = np.array([[1, 1, 1, 1], [-1, 1, 1, 1], [1, 1, 1, -0.5], [0, 0, 0, 0]])
    np.testing.assert_array_equal(program.run({"fragment.color": colors}).killed, [False, True, True, False])


def test_rejected_programs_have_their_problems():
    with pytest.raises(gpu.Rejected) as raised:
        gpu.Session().load("!!ARBvp1.0\nRSQ result.position, vertex.position;\nEND", name="light.vp")
    [problem] = raised.value.diagnostics
    assert (problem.rule, problem.severity) == ("scalar-needs-selector", "error")
    assert (problem.line, problem.column) == (2, 22)
    assert problem.fix == (problem.fix[0], problem.fix[0], ".x")
    assert "light.vp:2:22" in str(raised.value)
    assert gpu.Session().check("!!ARBfp1.0\nMOV result.color, 1;\nEND") == []


def test_sessions_have_dialects_limits_and_engines():
    condition = "!!ARBfp1.0\nOPTION NV_fragment_program2;\nMOV result.color, 1;\nEND"
    gpu.Session(dialect="nvidia", limits="g80", limit={"fragment-temporaries": 8}).load(condition)
    assert gpu.Session(engine="reference").load(condition).engine == "reference"
    for wrong in [{"dialect": "x"}, {"limits": "x"}, {"limit": {"x": 1}}, {"engine": "x"}]:
        with pytest.raises(ValueError, match="`x`"):
            gpu.Session(**wrong)


def test_translations_have_text_words_and_reflection(transform):
    shader = transform.translate("glsl330")
    assert shader.text.startswith("#version 330")
    assert shader.words is None
    assert isinstance(shader.reflection, dict)
    words = transform.translate("spirv-vulkan").words
    # source: the magic number of SPIR-V (2.3, Physical Layout).
    assert words[:4] == bytes([0x03, 0x02, 0x23, 0x07])
    assert "glsl450" in gpu.targets()
    with pytest.raises(ValueError, match="cobol"):
        transform.translate("cobol")
    with pytest.raises(TypeError, match="quickly"):
        transform.translate("glsl330", quickly=True)


def test_buffers_of_counters_are_told_and_bound():
    program = gpu.Session().load(
        "!!NVfp5.0\nOPTION NV_shader_atomic_counters;\nCOUNTER n = program.counter[1][0];\n"
        "TEMP r;\nATOMCTR.INCR.U r.x, n;\nMOV result.color, 0;\nEND"
    )
    # source: docs/translate.md, "Names and numbers".
    assert program.translate("glsl450").reflection["counters"] == [
        {"name": "u_fragment_counters1", "type": "uint", "buffer": 1, "binding": 9}
    ]
    bound = program.translate("glsl450", bindings={"counter[1]": 4}).reflection["counters"]
    assert bound[0]["binding"] == 4
    with pytest.raises(ValueError, match="counters"):
        program.translate("glsl450", bindings={"counters": 4})


def test_what_a_target_cannot_say_has_its_place():
    program = gpu.Session().load(
        "!!ARBfp1.0\nOPTION NV_fragment_program2;\nTEMP a;\nMOV a, 0;\n"
        "REP program.local[0].x;\nADD a, a, 1;\nENDREP;\nMOV result.color, a;\nEND"
    )
    with pytest.raises(gpu.Untranslatable) as raised:
        program.translate("arbfp1")
    assert raised.value.diagnostics[0].line == 5


def test_ctrl_c_ends_a_run():
    endless = gpu.Session().load(
        "!!ARBvp1.0\nOPTION NV_vertex_program2;\nTEMP a;\nagain: ADD a, a, 1;\nBRA again;\nEND"
    )
    signal = pytest.importorskip("signal")
    # What is started in the background ignores it.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    timer = threading.Timer(0.3, signal.raise_signal, [signal.SIGINT])
    timer.start()
    try:
        with pytest.raises((KeyboardInterrupt, gpu.EvaluationError)):
            endless.run(count=100_000)
    finally:
        timer.join()


def test_a_budget_ends_a_run(transform):
    with pytest.raises(gpu.EvaluationError):
        transform.run(count=1_000_000, work=1000)
    with pytest.raises(gpu.EvaluationError, match="memory"):
        transform.run(count=1_000_000, memory=1000)


def test_more_invocations_than_memory_are_an_error(transform):
    # Bytes beyond a word, and beyond any machine; the interpreter goes on.
    for count in (1 << 62, 1 << 48):
        with pytest.raises(MemoryError):
            transform.run(count=count)
    with pytest.raises(OverflowError):
        transform.run(count=-1)
    assert transform.run(count=1)["result.position"].shape == (1, 4)


@pytest.mark.parametrize("value", ["abc", None, 3.0, [], [[1, 2], [3]], np.zeros((0, 0), np.float32)])
def test_what_is_no_array_is_refused(transform, value):
    with pytest.raises(ValueError):
        transform.run({"vertex.position": value})


@pytest.mark.parametrize("dtype", ["U1", "M8[s]", "V8", [("x", "f4"), ("y", "f4")]])
def test_arrays_of_no_numbers_are_refused(transform, dtype):
    with pytest.raises(TypeError, match="neither floats nor integers"):
        transform.run({"vertex.position": np.zeros((2, 2), dtype)})


def test_threads_run_beside_each_other_and_may_write_arrays(transform, written):
    with written() as positions:
        seen = transform.run({"vertex.position": positions, **rows(np.eye(4))})["result.position"]
    assert set(np.unique(seen)) <= {0, 1, 2}


def test_the_manual_explains():
    assert "DP3" in gpu.explain("DP3")
    with pytest.raises(KeyError):
        gpu.explain("NOSUCH")
