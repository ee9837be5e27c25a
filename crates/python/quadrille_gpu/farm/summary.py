"""What is told of results: counts as text and JSON, and bars as a picture."""

import json
from collections import Counter
from pathlib import Path

import pyarrow.parquet as pq

from .results import Room, put

#: How many rules and reasons are told.
MOST = 20


def summary(path):
    """Counts over a file of results: outcomes, outcomes by header, target or engine, and the rules that rejected most."""
    counts = {"rows": 0, "outcomes": Counter(), "by": {}, "rules": Counter()}
    file = pq.ParquetFile(path)
    names = file.schema_arrow.names
    groups = [name for name in ("header", "target", "engine") if name in names]
    columns = ["outcome"] + groups + [name for name in ("rules", "seeds") if name in names]
    for batch in file.iter_batches(columns=columns):
        for row in batch.to_pylist():
            # A row of a storm stands for many seeds.
            weight = row.get("seeds") or 1
            counts["rows"] += 1
            counts["outcomes"][row["outcome"]] += weight
            for group in groups:
                if row[group] is not None:
                    by = counts["by"].setdefault(group, {}).setdefault(row[group], Counter())
                    by[row["outcome"]] += weight
            counts["rules"].update(set(row.get("rules") or ()))
    counts["rules"] = dict(sorted(counts["rules"].items(), key=lambda pair: (-pair[1], pair[0]))[:MOST])
    return counts


def text(counts):
    """The counts, for people."""
    lines = [f"{count:>10}  {outcome}" for outcome, count in sorted(counts["outcomes"].items())]
    for group, by in counts["by"].items():
        lines += ["", f"by {group}:"]
        for name, outcomes in sorted(by.items()):
            told = ", ".join(f"{count} {outcome}" for outcome, count in sorted(outcomes.items()))
            lines.append(f"  {name}: {told}")
    if counts["rules"]:
        lines += ["", "programs by rule:"]
        lines += [f"{count:>10}  {rule}" for rule, count in counts["rules"].items()]
    return "\n".join(lines)


def write(counts, folder):
    """Writes `summary.json` and, where matplotlib is installed, `summary.png`; what was written."""
    folder = Path(folder)
    told = folder / "summary.json"
    text = json.dumps(counts, indent=1, sort_keys=True) + "\n"
    with Room(folder):
        put(told, lambda path: path.write_text(text, encoding="utf-8"))
    try:
        import matplotlib
    except ImportError:
        return [told]
    matplotlib.use("Agg")
    from matplotlib import pyplot

    groups = [("all", {"all": counts["outcomes"]}), *counts["by"].items()]
    plots = len(groups) + bool(counts["rules"])
    rows = [len(by) for _, by in groups] + [len(counts["rules"])] * bool(counts["rules"])
    figure, axes = pyplot.subplots(
        plots, 1, figsize=(9, 1.2 * plots + 0.3 * sum(rows)), height_ratios=[1 + one for one in rows], squeeze=False
    )
    outcomes = sorted(counts["outcomes"])
    for plot, (group, by) in zip(axes[:, 0], groups):
        left = [0] * len(by)
        names = sorted(by)
        for outcome in outcomes:
            widths = [by[name].get(outcome, 0) for name in names]
            plot.barh(names, widths, left=left, label=outcome)
            left = [one + width for one, width in zip(left, widths)]
        plot.invert_yaxis()
        plot.set_title(group, loc="left")
    axes[0, 0].legend(loc="upper left", bbox_to_anchor=(1, 1), frameon=False)
    if counts["rules"]:
        axes[-1, 0].barh(list(counts["rules"]), list(counts["rules"].values()), color="tab:red")
        axes[-1, 0].invert_yaxis()
        axes[-1, 0].set_title("programs by rule", loc="left")
    figure.tight_layout()
    picture = folder / "summary.png"
    with Room(folder):
        put(picture, lambda path: figure.savefig(path, format="png", metadata={"Software": None}))
    pyplot.close(figure)
    return [told, picture]
