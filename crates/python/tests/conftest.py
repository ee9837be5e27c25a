"""What the tests of several modules share: the layouts that an array can have, and a thread that writes one."""

import contextlib
import threading
import time

import numpy as np
import pytest

LAYOUTS = {
    "strided": lambda array: np.repeat(array, 2, axis=0)[::2],
    "reversed": lambda array: array[::-1].copy()[::-1],
    "fortran": np.asfortranarray,
    "big-endian": lambda array: array.astype(">f4"),
    "float64": lambda array: array.astype(np.float64),
    "list": lambda array: array.tolist(),
    "unaligned": lambda array: np.frombuffer(b"\0" + array.tobytes(), np.float32, offset=1).reshape(array.shape),
    "read-only": lambda array: np.frombuffer(array.tobytes(), np.float32).reshape(array.shape),
}


@pytest.fixture(params=LAYOUTS.values(), ids=LAYOUTS.keys())
def convert(request):
    """Gives an array of float32 another layout."""
    return request.param


@pytest.fixture
def written():
    """An array of zeros as a context in which another thread writes ones and twos into it all the time."""

    @contextlib.contextmanager
    def writing():
        array = np.zeros((200_000, 4), np.float32)
        done = threading.Event()

        def write():
            while not done.is_set():
                array[:] = 1
                array[:] = 2
                time.sleep(0)

        writer = threading.Thread(target=write)
        writer.start()
        try:
            yield array
        finally:
            done.set()
            writer.join()

    return writing
