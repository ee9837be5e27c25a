"""The notebooks of `examples/python`: every cell runs, and shows what the page says."""

import json
from pathlib import Path

import pytest

matplotlib = pytest.importorskip("matplotlib")

NOTEBOOKS = sorted((Path(__file__).parents[3] / "examples/python").glob("*.ipynb"))


def test_there_are_notebooks():
    assert [path.stem for path in NOTEBOOKS] == ["lecture", "vertices"]


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_runs(path, monkeypatch):
    matplotlib.use("Agg")
    monkeypatch.chdir(path.parent)
    cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
    names = {}
    for number, cell in enumerate(cells):
        if cell["cell_type"] == "code":
            exec(compile("".join(cell["source"]), f"{path.name}, cell {number}", "exec"), names)
    if path.stem == "lecture":
        # The scene's own probes, and the number of instructions that the lecture gives.
        assert names["report"].verdict == "pass"
        assert len(names["words"].words) == 35
    else:
        # numpy is the independent model; the bound is that of four products and three sums of binary32.
        difference = abs(names["position"][:, :3] - names["wanted"]).max()
        assert difference < 8 * 2**-24
