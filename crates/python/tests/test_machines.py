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
