from collections.abc import Mapping

import numpy as np
from numpy.typing import ArrayLike, NDArray

import quadrille_gpu

class Program:
    """Machine words. `str` gives the machine text."""

    @staticmethod
    def from_words(words: NDArray[np.uint32]) -> Program:
        """Of words of shape (instructions, 4); raises ValueError for what is no program."""

    @staticmethod
    def assemble(text: str, *, gl: bool = False) -> Program:
        """Of machine text in the names of the Xbox, or of NV_vertex_program; raises `quadrille_gpu.Rejected`."""

    @staticmethod
    def lower(program: quadrille_gpu.Program) -> Program:
        """Of a vertex program of OpenGL; raises `quadrille_gpu.Rejected`."""

    @property
    def words(self) -> NDArray[np.uint32]: ...
    @property
    def bindings(self) -> dict[int, str]:
        """What fills the constants that are not the program's own, by the number in the word."""

    def run(
        self, inputs: Mapping[int, ArrayLike], constants: Mapping[int, tuple[float, float, float, float]] = ...
    ) -> dict[str, NDArray[np.float32]]:
        """Runs many vertices: attributes by number, as `quadrille_gpu.Program.run` takes them, constants by the number in
        the word; the outputs that are written by name (`oPos`), shape (vertices, 4), to the bit."""

    def time(self, vertices: int, *, profile: str = "lecture") -> Timing:
        """What generated vertices take, by a profile of the machine: lecture, lecture-single, reverse-engineered, nv2a."""

class Timing:
    @property
    def cycles(self) -> int: ...
    @property
    def instructions(self) -> int: ...
    @property
    def stalls(self) -> dict[str, int]: ...
