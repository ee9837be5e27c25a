from collections.abc import Mapping, Sequence
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from quadrille_gpu import Diagnostic

def assemble(text: str, *, name: str = "program", origin: int = 0) -> NDArray[np.uint64]:
    """The words of a text, the high word in the upper half; raises `quadrille_gpu.Rejected`."""

def disassemble(words: NDArray[np.uint64]) -> str: ...
def check(words: NDArray[np.uint64], *, threaded: bool | None = None) -> list[Diagnostic]:
    """The rules of the guide that words break; `line` is the number of the word, from 1."""

def run(
    words: NDArray[np.uint64],
    *,
    buffers: Mapping[str, bytes] = ...,
    uniforms: Sequence[str] = ...,
    budget: int | None = None,
) -> Run:
    """Runs a program, once on a QPU for each list of uniforms: `"@input, @output, 16"`. `buffers` lie in the machine's
    memory; `budget` is the instructions after which the run is ended."""

class Run:
    @property
    def buffers(self) -> dict[str, bytes]: ...
    @property
    def end(self) -> Literal["finished", "budget", "deadlock", "stopped"]: ...
    @property
    def instructions(self) -> int: ...
    @property
    def clocks(self) -> int: ...
    @property
    def findings(self) -> list[str]: ...
