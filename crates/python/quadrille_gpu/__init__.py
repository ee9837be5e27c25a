"""A software GPU for shader assembly: check, run, draw and translate GPU programs.

>>> import numpy as np, quadrille_gpu as gpu
>>> program = gpu.Session().load('''!!ARBvp1.0
... PARAM mvp[4] = { state.matrix.mvp };
... DP4 result.position.x, mvp[0], vertex.position;
... DP4 result.position.y, mvp[1], vertex.position;
... MOV result.position.zw, vertex.position;
... END''')
>>> results = program.run({
...     "vertex.position": np.array([[1, 2, 3], [4, 5, 6]], np.float32),
...     "state.matrix.mvp.row[0]": [2, 0, 0, 0],
...     "state.matrix.mvp.row[1]": [0, 3, 0, 0],
... })
>>> results["result.position"]
array([[ 2.,  6.,  3.,  1.],
       [ 8., 15.,  6.,  1.]], dtype=float32)
"""

from pathlib import Path

from . import gf3, qpu
from ._native import (
    Canvas,
    Diagnostic,
    EvaluationError,
    Program,
    QuadrilleError,
    Rejected,
    Report,
    Results,
    Session,
    Translation,
    Untranslatable,
    __version__,
    explain,
    run_scene,
    split,
    targets,
)

__all__ = [
    "Canvas",
    "Diagnostic",
    "EvaluationError",
    "Program",
    "QuadrilleError",
    "Rejected",
    "Report",
    "Results",
    "Session",
    "Translation",
    "Untranslatable",
    "__version__",
    "explain",
    "files_below",
    "gf3",
    "qpu",
    "run_scene",
    "run_scene_file",
    "split",
    "targets",
]


def files_below(folder, *, base=None):
    """Grants a scene the files below a folder: what `run_scene` takes as `files`. Paths begin at `base`, or at it."""
    root = Path(folder).resolve()
    start = root if base is None else Path(base).resolve()

    def read(path):
        file = (start / path).resolve()
        if not file.is_relative_to(root) or any(part.startswith(".") for part in file.relative_to(root).parts):
            raise PermissionError(path)
        if not file.is_file():
            raise FileNotFoundError(path)
        return file.read_bytes()

    return read


def run_scene_file(path, *, below=None, **settings):
    """Runs a scene file, which may read the files below its folder, or below another one; `settings` are those of
    `run_scene`."""
    path = Path(path)
    settings.setdefault("files", files_below(path.parent if below is None else below, base=path.parent))
    return run_scene(path.read_text(encoding="utf-8"), name=path.name, **settings)
