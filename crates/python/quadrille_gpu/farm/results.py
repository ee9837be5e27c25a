"""What is kept of a run: a Parquet file a chunk, which become one file when all are there.

Every file is written under another name and renamed, so that one that is there is whole. Rows have no times: the same input
gives the same file, byte for byte, for any number of workers.
"""

import errno
import json
import os
import shutil
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq


class ResultsError(Exception):
    """A folder that holds other results, or a disk that is full."""


class Results:
    """The folder of a run. `plan` is what it is to do, as plain data; another plan's parts are not taken for its own."""

    def __init__(self, folder, plan, schema):
        self.folder, self.schema = Path(folder), schema
        self.parts = self.folder / "parts"
        self.whole = self.folder / "results.parquet"
        kept = self.folder / "plan.json"
        text = json.dumps(plan, indent=1, sort_keys=True) + "\n"
        with Room(self.folder):
            self.parts.mkdir(parents=True, exist_ok=True)
            if kept.exists() and kept.read_text(encoding="utf-8") != text:
                raise ResultsError(f"{self.folder} has results of another run: its plan.json differs")
            put(kept, lambda path: path.write_text(text, encoding="utf-8"))

    @property
    def are_whole(self):
        """Whether the run came to its end before."""
        return self.whole.exists()

    def _part(self, number):
        return self.parts / f"{number:09}.parquet"

    def has(self, number):
        """Whether the rows of a chunk are there."""
        return self._part(number).exists()

    def add(self, number, rows):
        """Keeps the rows of a chunk."""
        table = pa.Table.from_pylist(rows, self.schema)
        with Room(self.folder):
            put(self._part(number), lambda path: pq.write_table(table, path))

    def merge(self, count):
        """Makes one file of the parts, in their order; `count` says how many there have to be."""
        missing = [number for number in range(count) if not self.has(number)]
        if missing:
            raise ResultsError(f"{len(missing)} of {count} parts are missing, {self._part(missing[0])} the first")

        def write(path):
            with pq.ParquetWriter(path, self.schema) as writer:
                for number in range(count):
                    writer.write_table(pq.read_table(self._part(number), schema=self.schema))

        with Room(self.folder):
            put(self.whole, write)
        shutil.rmtree(self.parts)


def put(path, write):
    """Writes a file so that it is there whole or not at all: `write` gets the path to write to."""
    new = path.with_name(f".{path.name}.new")
    try:
        write(new)
        with open(new, "rb") as file:
            os.fsync(file.fileno())
        os.replace(new, path)
    except BaseException:
        new.unlink(missing_ok=True)
        raise


class Room:
    """Tells a full disk as what it is."""

    def __init__(self, folder):
        self.folder = folder

    def __enter__(self):
        return self

    def __exit__(self, kind, error, trace):
        if isinstance(error, OSError):
            if error.errno in (errno.ENOSPC, errno.EDQUOT):
                raise ResultsError(
                    f"no space left for {self.folder}: what is there is whole; the same command goes on from it"
                ) from error
            raise ResultsError(f"{self.folder}: {error}") from error
        return False
