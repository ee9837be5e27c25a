from collections.abc import Callable, Iterator, Mapping
from os import PathLike
from typing import Any, Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import gf3 as gf3
from . import qpu as qpu

__version__: str

class QuadrilleError(Exception):
    """What every exception of the package is."""

class Rejected(QuadrilleError):
    """A text that was not accepted."""

    diagnostics: list[Diagnostic]

class Untranslatable(QuadrilleError):
    """A target that cannot say what a program asks for."""

    diagnostics: list[Diagnostic]

class EvaluationError(QuadrilleError):
    """A run that was not begun, or did not come to its end."""

class Diagnostic:
    """A problem of a text. Its `str` is what the command line shows."""

    @property
    def rule(self) -> str: ...
    @property
    def severity(self) -> Literal["error", "warning", "note"]: ...
    @property
    def message(self) -> str: ...
    @property
    def hint(self) -> str: ...
    @property
    def notes(self) -> list[str]: ...
    @property
    def start(self) -> int:
        """First byte of the place, in the text's UTF-8."""

    @property
    def end(self) -> int: ...
    @property
    def line(self) -> int: ...
    @property
    def column(self) -> int: ...
    @property
    def fix(self) -> tuple[int, int, str] | None:
        """A change that removes the problem: first byte, byte behind the last, replacement."""

class Session:
    """Dialect, limits and engine of programs.

    Raises ValueError for a name that there is not.
    """

    def __init__(
        self,
        *,
        dialect: Literal["strict", "nvidia", "apple", "mesa"] = "strict",
        limits: Literal["desktop", "minimum", "g80", "fermi", "unlimited"] = "desktop",
        limit: Mapping[str, int] | None = None,
        engine: str | None = None,
    ) -> None: ...
    def check(self, text: str, *, name: str = "program") -> list[Diagnostic]:
        """Every problem of a program, by its place; it is accepted if none is an error."""

    def load(self, text: str, *, name: str = "program") -> Program:
        """A program; raises `Rejected` with every problem."""

    @property
    def engine(self) -> str: ...

class Program:
    """A program that was accepted. It never changes: threads may share it."""

    @property
    def header(self) -> str: ...
    @property
    def stage(self) -> str: ...
    @property
    def engine(self) -> str: ...
    @property
    def attributes(self) -> list[str]: ...
    @property
    def results(self) -> list[str]: ...
    @property
    def parameters(self) -> list[str]: ...
    @property
    def diagnostics(self) -> list[Diagnostic]: ...
    def run(
        self,
        inputs: Mapping[str, ArrayLike] | None = None,
        *,
        count: int | None = None,
        memory: int | None = None,
        work: int | None = None,
    ) -> Results:
        """Runs a vertex or fragment program for many invocations.

        `inputs` has attributes and parameters by name. An array of shape (invocations, 1 to 4) has a vector for each
        invocation; one of shape (1 to 4,) is the same for all. What is left out of a vector is 0, and 1 at its fourth
        component; so are attributes that are not given, and parameters are 0. Floats of every width become float32,
        but for attributes of 64 bits; integers of 32 bits or less are integers. What is no array of numpy is floats. Four consecutive fragments are a quad.

        C-contiguous arrays of float32, int32 and uint32 are read where they lie, without the interpreter's lock: a
        thread that writes one meanwhile gets the old number or the new one, for each number. Other arrays are copied
        first.

        `memory` and `work` bound the run, in bytes and instructions of invocations; nothing does otherwise, but 4194304
        instructions an invocation. Ctrl-C ends it.
        """

    def translate(
        self,
        target: str,
        *,
        fast: bool = False,
        allow: list[str] = ...,
        approximate: list[str] = ...,
        packing: Literal["plain", "block", "push-constants"] = ...,
        depth_mode: Literal["luminance", "intensity", "alpha", "red"] = "luminance",
        two_sided: bool = False,
        clamp_colors: bool = ...,
        comments: bool = True,
        bindings: dict[str, int] = ...,
        partner: Program | None = None,
    ) -> Translation:
        """The program in another language (`targets()` has the names); raises `Untranslatable` with every reason. `bindings`
        are numbers that are given away already, as the command line's `--bindings` names them: `{"counter[0]": 7}`."""

class Results(Mapping[str, NDArray[Any]]):
    """Results by name: arrays of shape (invocations, 4), which share the memory of the run, in the type that the program
    writes: float32, int32, uint32, float64, int64 or uint64."""

    @property
    def killed(self) -> NDArray[np.bool_]:
        """The fragments that KIL discarded."""

    def __getitem__(self, name: str) -> NDArray[Any]: ...
    def __iter__(self) -> Iterator[str]: ...
    def __len__(self) -> int: ...

class Translation:
    """A shader."""

    @property
    def text(self) -> str: ...
    @property
    def words(self) -> bytes | None:
        """The words of a SPIR-V module, little end first."""

    @property
    def reflection(self) -> dict[str, Any]:
        """What to bind."""

class Report:
    """What became of a scene."""

    @property
    def verdict(self) -> Literal["pass", "fail", "skip", "error"]: ...
    @property
    def reason(self) -> str | None: ...
    @property
    def problems(self) -> list[Diagnostic]: ...
    @property
    def failures(self) -> list[str]: ...
    @property
    def notes(self) -> list[Diagnostic]: ...
    @property
    def picture(self) -> NDArray[np.uint8] | None:
        """Shape (height, width, 4), the top row first: `PIL.Image.fromarray(report.picture)`."""

    @property
    def outputs(self) -> dict[str, NDArray[np.uint8]]: ...
    @property
    def files(self) -> dict[str, bytes]: ...
    @property
    def history(self) -> dict[str, Any] | None:
        """The history of the pixel that was asked for: what `quadrille run --pixel X,Y --json` has as `history`."""

class Canvas:
    """A framebuffer with depth and stencil, the state that draws into it, and what is bound: drawing without a scene.

    A vertex or fragment stage without a program is fixed function. Calls of several threads follow one another; Ctrl-C ends
    one. `color` is a format of GL such as "rgba8" or "rgba32f". Raises ValueError for what there is not, EvaluationError
    where GL has an error, a program was stopped, or `memory` (bytes) or `work` (instructions of invocations, of each draw)
    is not enough.
    """

    def __init__(
        self,
        width: int,
        height: int,
        *,
        session: Session | None = None,
        color: str = "rgba8",
        samples: Literal[1, 2, 4, 8, 16] = 1,
        threads: int = 1,
        memory: int | None = None,
        work: int | None = None,
    ) -> None: ...
    def clear(
        self,
        color: tuple[float, float, float, float] | None = None,
        *,
        depth: float | None = None,
        stencil: int | None = None,
    ) -> None:
        """Clears the buffers that a value is given for."""

    def bind(self, program: Program) -> None:
        """Binds a program to its stage, in place of the one before."""

    def unbind(self, stage: str) -> None:
        """Leaves a stage without a program."""

    def set_parameter(self, stage: str, name: str, value: tuple[float, float, float, float]) -> None:
        """Sets a parameter of the program of a stage, by the program's own name for it ("light", "lights[1]") or by its
        binding ("program.local[2]", "program.env[7]")."""

    def set_matrix(
        self, name: Literal["modelview", "projection", "texture", "program"], matrix: ArrayLike, *, index: int = 0
    ) -> None:
        """Sets a matrix: four rows of four numbers, by which column vectors are multiplied."""

    def set_state(self, commands: str) -> None:
        """Sets state by the commands of scenes that do, one a line: "enable GL_DEPTH_TEST", "blend func SRC_ALPHA ONE".
        Raises `Rejected` with the place of one that does not."""

    def set_texture(
        self, unit: int, texels: NDArray[np.uint8], *, filter: Literal["nearest", "linear"] = "linear", wrap: str = "repeat"
    ) -> None:
        """Binds a two-dimensional texture, shape (height, width, 4), the top row first; without mipmaps. `wrap` is a mode of
        GL: "repeat", "clamp_to_edge", "mirrored_repeat", …"""

    def draw(
        self, topology: str, arrays: Mapping[str, ArrayLike], *, indices: list[int] | None = None, instances: int = 1
    ) -> None:
        """Draws vertex arrays: "triangles", "triangle_strip", "lines", "points", … `arrays` has attributes by name
        ("vertex.position", "vertex.texcoord[1]", "vertex.attrib[3]"): floats of shape (vertices, 1 to 4), or (1 to 4,), the
        same for all; they are copied. Without `indices` vertices follow one another."""

    @property
    def picture(self) -> NDArray[np.uint8]:
        """Shape (height, width, 4), the top row first: `PIL.Image.fromarray(canvas.picture)`."""

    @property
    def colors(self) -> NDArray[np.float32]:
        """The colours as the buffer has them, shape (height, width, 4), the top row first; of several samples their mean."""

    @property
    def depths(self) -> NDArray[np.float32]:
        """The depths, shape (height, width), the top row first."""

def run_scene(
    text: str,
    *,
    name: str = "scene.shader_test",
    session: Session | None = None,
    files: Callable[[str], bytes] | None = None,
    threads: int = 1,
    size: tuple[int, int] = (250, 250),
    sanitize: bool = False,
    pixel: tuple[int, ...] | None = None,
    memory: int | None = None,
    work: int | None = None,
) -> Report:
    """Draws and probes a scene. `files` gives the bytes of a file that the scene names, or raises FileNotFoundError or
    PermissionError; without it there are none. `pixel` is x and y from the lower left, then sample and layer: its history
    is told."""

def run_scene_file(path: str | PathLike[str], *, below: str | PathLike[str] | None = None, **settings: Any) -> Report:
    """Runs a scene file, which may read files below its folder, or below another one."""

def files_below(
    folder: str | PathLike[str], *, base: str | PathLike[str] | None = None
) -> Callable[[str], bytes]:
    """Grants a scene the files below a folder, but for hidden ones; its paths begin at `base`, or at the folder."""

def split(text: str, *, name: str = "program") -> list[tuple[str, int]]:
    """The programs of a text, each with its first line: one; several with remarks between them; or, where the name ends
    in `.shader_test`, those of a scene."""

def explain(name: str) -> str:
    """The page of the manual on a rule, an opcode, a binding, an option or a limit; raises KeyError."""

def targets() -> list[str]:
    """The names of the languages that programs are translated to."""
