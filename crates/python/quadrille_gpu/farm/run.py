"""A run: items in chunks to a pool, rows to a folder, until all are there."""

from __future__ import annotations

import os
import sys
import time
from dataclasses import dataclass, field

import quadrille_gpu as gpu

from . import pools, results, sources, summary
from .work import KINDS


class FarmError(Exception):
    """A run that cannot begin or go on; what it kept is whole, and the same run goes on from there."""


@dataclass
class Farm:
    """What is to be done, and by whom.

    `kind` is a name of `work.KINDS`; `paths` are files, folders and archives; `settings` are the kind's own: `targets`,
    `engine`, `engines`, `tool`, `runner`, `storm`, `dialect`, `limits`, `keep`. `chunk` items go to a worker at once.
    `ray` is a cluster's address, `""` for one of this machine's own; without it the processes of this machine do it.
    """

    kind: str
    out: str
    paths: list = field(default_factory=list)
    settings: dict = field(default_factory=dict)
    first: int = 0
    seeds: int = 0
    chunk: int = 100
    largest: int = 4 << 20
    workers: int = 0
    ray: str | None = None

    def plan(self):
        """What decides over the results, as plain data."""
        return {
            "version": gpu.__version__,
            "kind": self.kind,
            "paths": [os.path.abspath(path) for path in self.paths],
            "settings": {name: value for name, value in sorted(self.settings.items())},
            "seeds": [self.first, self.seeds],
            "chunk": self.chunk,
            "largest": self.largest,
        }


def run(farm, progress=False):
    """Does what is to be done and not there yet; the counts of all of it.

    Raises `FarmError`. `progress` tells the rate on standard error.
    """
    try:
        return _run(farm, progress)
    except (pools.PoolError, results.ResultsError, sources.SourceError) as error:
        raise FarmError(str(error)) from error


def _run(farm, progress):
    kept = results.Results(farm.out, farm.plan(), KINDS[farm.kind].schema)
    if not kept.are_whole:
        items, settings, total = _items(farm)
        workers = farm.workers or os.cpu_count() or 1
        if farm.ray is None:
            pool = pools.Processes(KINDS[farm.kind], settings, workers)
        else:
            pool = pools.Ray(KINDS[farm.kind], settings, farm.ray or None, farm.workers)
        try:
            count = _give_out(farm, kept, pool, items, Progress(total) if progress else None)
        finally:
            pool.close()
        kept.merge(count)
    counts = summary.summary(kept.whole)
    summary.write(counts, farm.out)
    return counts


def _items(farm):
    """The items, the settings of workers, and how many items there are, if that is known."""
    settings = {"largest": farm.largest, "keep": False, **farm.settings}
    if farm.kind == "storm":
        # Each item is a range of seeds already, so a chunk has one.
        return sources.seeds(farm.first, farm.seeds, farm.chunk), settings, -(-farm.seeds // farm.chunk)
    if farm.kind in ("render", "compare"):
        items, settings["files"] = sources.scenes(farm.paths, farm.largest)
        if not items:
            raise FarmError("no scene (*.shader_test) is there")
        return items, settings, len(items)
    return sources.texts(farm.paths, farm.largest), settings, sources.total(farm.paths)


def _give_out(farm, kept, pool, items, progress):
    """Gives chunks to the pool, never more than twice its workers at once, and keeps what comes back; how many there are."""
    count = 0
    size = 1 if farm.kind == "storm" else farm.chunk
    sizes = {}
    for number, chunk in enumerate(sources.chunks(items, size)):
        count = number + 1
        if kept.has(number):
            if progress:
                progress.skip(len(chunk))
            continue
        sizes[number] = len(chunk)
        pool.submit(number, chunk)
        while len(pool) >= 2 * pool.workers:
            _take(kept, pool, sizes, progress)
    while len(pool):
        _take(kept, pool, sizes, progress)
    if not count:
        raise FarmError("there is nothing to do: the input is empty")
    return count


def _take(kept, pool, sizes, progress):
    for number, rows in pool.finished():
        kept.add(number, rows)
        if progress:
            progress.done(sizes.pop(number))


class Progress:
    """Items done, their rate and the time that remains, on standard error, at most twice a second on a terminal."""

    def __init__(self, total):
        self.total, self.skipped, self.items = total, 0, 0
        self.begun = time.monotonic()
        self.told = 0.0
        self.every = 0.5 if sys.stderr.isatty() else 10.0

    def skip(self, items):
        self.skipped += items

    def done(self, items):
        self.items += items
        now = time.monotonic()
        if now - self.told < self.every:
            return
        self.told = now
        rate = self.items / max(now - self.begun, 1e-9)
        all_done = self.items + self.skipped
        line = f"{all_done} of {self.total}" if self.total is not None else str(all_done)
        line += f", {rate:.0f} a second"
        if self.total is not None:
            line += f", {(self.total - all_done) / rate:.0f} s remain"
        print(f"\r{line}\x1b[K" if sys.stderr.isatty() else line, end="" if sys.stderr.isatty() else "\n", file=sys.stderr)
