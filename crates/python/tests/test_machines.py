"""The GeForce 3 and the VideoCore IV."""

import numpy as np
import pytest

import quadrille_gpu as gpu


def test_a_vertex_program_becomes_words_that_run():
    program = gpu.Session().load(
        """!!VP1.0
        MUL o[HPOS], v[OPOS], c[4];
        MOV o[COL0], v[COL0];
        END"""
    )
    words = gpu.gf3.Program.lower(program)
    assert words.words.shape == (2, 4)
    positions = np.arange(12, dtype=np.float32).reshape(3, 4)
    # c[0] of OpenGL is constant 96 of the machine (facts of the NV20).
    outputs = words.run({0: positions}, {100: (2, 2, 2, 2)})
    np.testing.assert_array_equal(outputs["oPos"], positions * 2)
    again = gpu.gf3.Program.from_words(words.words)
    np.testing.assert_array_equal(again.words, words.words)


def test_every_layout_means_the_same(convert):
    words = gpu.gf3.Program.assemble("MUL oPos, v0, c[0]\n")
    positions = np.arange(12, dtype=np.float32).reshape(3, 4)
    outputs = words.run({0: convert(positions)}, {0: (2, 2, 2, 2)})
    np.testing.assert_array_equal(outputs["oPos"], positions * 2)


def test_vertices_are_as_many_as_the_arrays_say():
    words = gpu.gf3.Program.assemble("MOV oPos, v0\nMOV oD0, v1\n")
    # None, one, and more than are run at once.
    for count in (0, 1, 100_000):
        given = np.full((count, 4), 3, np.float32)
        outputs = words.run({0: given, 1: [1, 2]})
        np.testing.assert_array_equal(outputs["oPos"], given)
        # What is left out of the vector for all is 0, and 1 at the fourth component.
        np.testing.assert_array_equal(outputs["oD0"], np.tile(np.float32([1, 2, 0, 1]), (count, 1)))
    with pytest.raises(ValueError, match="another number of vertices"):
        words.run({0: np.ones((1, 4)), 1: np.ones((2, 4))})
    for wrong in (complex, bool, object, np.int32, np.uint8, np.int64):
        with pytest.raises(TypeError, match=r"v\[0\]"):
            words.run({0: np.ones((2, 4), wrong)})
    for shape in ((2, 5), (2, 0), (5,), (2, 2, 2), ()):
        with pytest.raises(ValueError, match="shape"):
            words.run({0: np.ones(shape, np.float32)})


def test_another_thread_may_write_the_array_of_a_run(written):
    """Each number is one of those that were written."""
    words = gpu.gf3.Program.assemble("MOV oPos, v0\n" * 100)
    with written() as positions:
        seen = words.run({0: positions})["oPos"]
    assert set(np.unique(seen)) <= {0, 1, 2}


def frozen(array):
    copy = array.copy()
    copy.flags.writeable = False
    return copy


def unaligned(array):
    made = np.frombuffer(b"\0" + array.tobytes(), array.dtype, offset=1).reshape(array.shape)
    assert not made.flags.aligned
    return made


def test_words_are_native_integers_of_their_width():
    words = gpu.gf3.Program.assemble("MOV oPos, v0\nMOV oD0, v3\n").words
    again = gpu.gf3.Program.from_words(np.repeat(words, 2, axis=0)[::2])
    np.testing.assert_array_equal(again.words, words)
    for wrong in (words.astype(">u4"), words.astype(np.int32), words.astype(np.uint64), words.ravel()):
        with pytest.raises(TypeError):
            gpu.gf3.Program.from_words(wrong)
    with pytest.raises(ValueError):
        gpu.gf3.Program.from_words(np.zeros((0, 4), np.uint32))
    code = gpu.qpu.assemble("nop\nthrend\nnop\nnop\n")
    for same in (np.repeat(code, 2)[::2], code[::-1][::-1], frozen(code), unaligned(code)):
        assert gpu.qpu.disassemble(same) == gpu.qpu.disassemble(code)
        assert gpu.qpu.check(same) == gpu.qpu.check(code)
        assert gpu.qpu.run(same).end == "finished"
    for same in (words[::-1][::-1], np.asfortranarray(words), frozen(words), unaligned(words)):
        np.testing.assert_array_equal(gpu.gf3.Program.from_words(same).words, words)
    for wrong in (code.astype(">u8"), code.astype(np.int64), code.reshape(2, 2), code.tolist(), None):
        for call in (gpu.qpu.disassemble, gpu.qpu.check, gpu.qpu.run):
            with pytest.raises(TypeError):
                call(wrong)
    assert gpu.qpu.disassemble(code[:0]) == ""


def test_words_take_time():
    program = gpu.gf3.Program.assemble("MOV oPos, v0\nMOV oD0, v3\n")
    timing = program.time(30)
    # Each word is issued once a vertex, and at most one a cycle.
    assert timing.instructions == 2 * 30
    assert timing.cycles >= timing.instructions
    with pytest.raises(ValueError, match="no profile"):
        program.time(1, profile="geforce-9")


def test_wrong_machine_text_has_its_place():
    with pytest.raises(gpu.Rejected) as raised:
        gpu.gf3.Program.assemble("MOV oPos, v0\nMOW oD0, v3\n")
    assert raised.value.diagnostics[0].line == 2


@pytest.mark.parametrize("text", ["", "; nothing\n"])
def test_machine_text_without_an_instruction_is_rejected(text):
    with pytest.raises(gpu.Rejected, match="no instruction") as raised:
        gpu.gf3.Program.assemble(text)
    assert [one.rule for one in raised.value.diagnostics] == ["nv20-empty"]


def test_qpu_programs_are_assembled_and_disassembled():
    words = gpu.qpu.assemble("mov r0, r1; nop; nop\nnop\n")
    assert words.dtype == np.uint64
    again = gpu.qpu.assemble(gpu.qpu.disassemble(words))
    np.testing.assert_array_equal(again, words)
    with pytest.raises(gpu.Rejected) as raised:
        gpu.qpu.assemble("mov r0, r1\nmow r0, r1\n")
    assert raised.value.diagnostics[0].line == 2


def test_qpu_programs_are_checked_and_run():
    words = gpu.qpu.assemble("mov ra1, r0\nmov r1, ra1\nthrend\nnop\nnop\n")
    # A register of the file is read by the instruction behind its write (VideoCore IV guide, section 3).
    assert [problem.line for problem in gpu.qpu.check(words)] == [2]
    run = gpu.qpu.run(gpu.qpu.assemble("nop\nthrend\nnop\nnop\n"))
    assert run.end == "finished"
    assert run.instructions == 4
