"""Forks, pickles, and what else goes from process to process."""

import multiprocessing
import os
import pickle
import signal
import sys

import numpy as np
import pytest

import quadrille_gpu as gpu

PROGRAM = "!!ARBvp1.0\nADD result.position, vertex.position, vertex.position;\nEND"
WRONG = "!!ARBvp1.0\nRSQ result.position, vertex.position;\nEND"
SCENE = """[require]
SIZE 200 200
[fragment program]
!!ARBfp1.0
MOV result.color, { 1, 0, 0, 1 };
END
[test]
draw rect -1 -1 2 2
probe all rgba 1 0 0 1
"""

forks = pytest.mark.skipif(not hasattr(os, "fork"), reason="this system does not fork")
# Python warns of forks of processes with threads from 3.12 on.
quietly = pytest.mark.filterwarnings("ignore:.*fork:DeprecationWarning")


@forks
@quietly
def test_a_forked_process_has_copies_that_work():
    """Objects of before the fork run after it, on several threads too, as they had in the parent."""
    program = gpu.Session().load(PROGRAM)
    ones = np.ones((1000, 4), np.float32)
    before = program.run({"vertex.position": ones})
    assert gpu.run_scene(SCENE, threads=2).verdict == "pass"
    child = os.fork()
    if child == 0:
        # A child that hangs is ended, and its status is the signal.
        signal.alarm(60)
        status = 1
        try:
            again = program.run({"vertex.position": ones})
            same = np.array_equal(again["result.position"], before["result.position"])
            status = 0 if same and gpu.run_scene(SCENE, threads=2).verdict == "pass" else 2
        finally:
            os._exit(status)
    assert os.waitpid(child, 0)[1] == 0
    assert gpu.run_scene(SCENE, threads=2).verdict == "pass"


def _sums(number):
    return float(gpu.Session().load(PROGRAM).run(count=number)["result.position"].sum())


def _check(text):
    return gpu.Session().check(text)


def _load(text):
    return gpu.Session().load(text).header


@forks
@quietly
def test_pools_of_forked_processes_work():
    assert gpu.run_scene(SCENE, threads=2).verdict == "pass"
    with multiprocessing.get_context("fork").Pool(2) as pool:
        # (0, 0, 0, 1) doubled.
        assert pool.map_async(_sums, range(1, 9)).get(60) == [2.0 * number for number in range(1, 9)]


@pytest.mark.parametrize("start", ["fork", "spawn"])
def test_problems_go_from_process_to_process(start):
    if start not in multiprocessing.get_all_start_methods():
        pytest.skip(f"this system has no {start}")
    with multiprocessing.get_context(start).Pool(1) as pool:
        assert pool.apply_async(_check, (WRONG,)).get(60) == gpu.Session().check(WRONG)
        with pytest.raises(gpu.Rejected) as raised:
            pool.apply_async(_load, (WRONG,)).get(60)
    [problem] = raised.value.diagnostics
    assert (problem.rule, problem.line) == ("scalar-needs-selector", 2)


def test_what_is_plain_data_pickles():
    [problem] = gpu.Session().check(WRONG)
    for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1):
        again = pickle.loads(pickle.dumps(problem, protocol))
        assert again == problem and hash(again) == hash(problem)
        assert (str(again), again.fix, again.notes) == (str(problem), problem.fix, problem.notes)
    assert problem != gpu.Session().check("\n" + WRONG)[0]
    error = pickle.loads(pickle.dumps(gpu.EvaluationError("what went wrong")))
    assert isinstance(error, gpu.EvaluationError) and str(error) == "what went wrong"


@pytest.mark.parametrize(
    "make",
    [
        lambda: gpu.Session(),
        lambda: gpu.Session().load(PROGRAM),
        lambda: gpu.Session().load(PROGRAM).run(count=1),
        lambda: gpu.Session().load(PROGRAM).translate("glsl330"),
        lambda: gpu.run_scene(SCENE),
        lambda: gpu.gf3.Program.assemble("MOV oPos, v0"),
        lambda: gpu.qpu.run(gpu.qpu.assemble("nop\nthrend\nnop\nnop\n")),
    ],
    ids=["Session", "Program", "Results", "Translation", "Report", "gf3.Program", "qpu.Run"],
)
def test_what_is_made_of_native_memory_does_not_pickle(make):
    made = make()
    with pytest.raises(TypeError, match=type(made).__name__):
        pickle.dumps(made)


def test_results_pickle_as_arrays():
    results = gpu.Session().load(PROGRAM).run({"vertex.position": np.ones((5, 4), np.float32)})
    again = pickle.loads(pickle.dumps(dict(results)))
    np.testing.assert_array_equal(again["result.position"], np.full((5, 4), 2, np.float32))


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
@pytest.mark.parametrize(
    "call",
    [
        # Minutes of each.
        "gpu.gf3.Program.assemble('MOV oPos, v0\\n' * 136).time(1_000_000)",
        "gpu.gf3.Program.assemble('RSQ R1.x, v0.x\\n' * 136).run({0: numpy.ones((1 << 25, 4), numpy.float32)})",
        "gpu.qpu.run(gpu.qpu.assemble('again: brr -, :again\\nnop\\nnop\\nnop\\n'), budget=1 << 40)",
        "gpu.Session(engine='reference').load(ENDLESS).run(count=100_000)",
        "gpu.run_scene(SCENE, work=1 << 60)",
    ],
    ids=["gf3 time", "gf3 run", "qpu run", "run", "scene"],
)
def test_ctrl_c_ends_long_calls(call):
    """In a process of its own, so that a call that goes on is ended."""
    import subprocess

    loop = "TEMP a;\nagain: ADD a, a, 1;\nBRA again;\nEND"
    program = f"""
import signal, threading, time, numpy
import quadrille_gpu as gpu
# What is started in the background ignores it.
signal.signal(signal.SIGINT, signal.default_int_handler)
ENDLESS = {"!!ARBvp1.0" + chr(10) + "OPTION NV_vertex_program2;" + chr(10) + loop!r}
SCENE = "[require]\\nSIZE 4000 4000\\n[fragment program]\\n!!ARBfp1.0\\nTEMP a;\\n" + "RSQ a.x, fragment.position.x;\\n" * 60
SCENE += "MOV result.color, a;\\nEND\\n[test]\\n" + "draw rect -1 -1 2 2\\n" * 10000
threading.Timer(1.5, signal.raise_signal, [signal.SIGINT]).start()
begun = time.monotonic()
try:
    {call}
except KeyboardInterrupt:
    print("interrupted", time.monotonic() - begun)
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=120)
    assert done.stdout.startswith("interrupted"), done.stdout + done.stderr
    # A second and a half until the signal, and little behind it.
    assert float(done.stdout.split()[1]) < 30
