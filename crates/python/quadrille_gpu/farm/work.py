"""What is done with one item, by kind of work: `check`, `translate`, `render`, `compare`, `storm`.

A kind is a class with a `schema` of its rows and `rows(item)`, which never raises for what an item is: a program that is
wrong, too large or no program is a row that says so. Kinds are made once in each worker, from plain settings.
"""

import hashlib
import io
import json
import re
import subprocess
import tempfile
from pathlib import Path

import pyarrow as pa

import quadrille_gpu as gpu

#: The first line of a program in a language of the OpenGL assembly family, which may stand behind a byte order mark.
HEADER = re.compile(rb"!![A-Za-z]{2,8}[0-9]\.[0-9]")

#: Suffixes of scenes; what else lies in a folder of scenes are files that they read.
SCENE = ".shader_test"

#: Seconds for one scene on several engines, or one seed of a storm's runner.
PATIENCE = 600


class Item:
    """A text by name, or a range of seeds: `name`, `data` (bytes), or `first` and `count`."""

    __slots__ = ("name", "data", "first", "count")

    def __init__(self, name, data=b"", first=0, count=0):
        self.name, self.data, self.first, self.count = name, data, first, count

    def __reduce__(self):
        return Item, (self.name, self.data, self.first, self.count)


def decoded(data):
    """The text of a file, as old games wrote theirs: UTF-8 or UTF-16 with a byte order mark, UTF-8, or Latin-1."""
    for mark, encoding in ((b"\xff\xfe", "utf-16"), (b"\xfe\xff", "utf-16"), (b"\xef\xbb\xbf", "utf-8-sig")):
        if data.startswith(mark):
            return data.decode(encoding, "replace")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        return data.decode("latin-1")


def _problems(diagnostics, begin=1):
    """Columns of the diagnostics of a text that begins in a line of its file."""
    errors = [one for one in diagnostics if one.severity == "error"]
    first = errors[0] if errors else None
    return {
        "errors": len(errors),
        "warnings": sum(one.severity == "warning" for one in diagnostics),
        "rules": [one.rule for one in errors],
        "line": first and first.line + begin - 1,
        "column": first and first.column,
        "message": first and first.message,
    }


_PROBLEMS = [
    ("errors", pa.int32()),
    ("warnings", pa.int32()),
    ("rules", pa.list_(pa.string())),
    ("line", pa.int32()),
    ("column", pa.int32()),
    ("message", pa.string()),
]

#: What every row has: which item, and what became of it. `lost` stands for an item that ended its worker.
_EVERY = [("name", pa.string()), ("outcome", pa.string())]


class Programs:
    """What kinds of work on programs share: sessions, and what is no program."""

    def __init__(self, settings):
        self.settings = settings
        named = {name: settings[name] for name in ("dialect", "limits") if settings.get(name)}
        self.session = gpu.Session(**named)

    def programs(self, item):
        """The programs of a file: of each its text, its first line and its row, or the row that says why there is none."""
        if len(item.data) > self.settings["largest"]:
            return [(None, 1, {"name": item.name, "outcome": "too large"})]
        is_scene = item.name.lower().endswith(SCENE)
        begin = item.data if is_scene else item.data[:8192]
        is_one = HEADER.search(begin.replace(b"\0", b""))
        found = gpu.split(decoded(item.data), name=item.name) if is_one else []
        if not found:
            return [(None, 1, {"name": item.name, "outcome": "no program"})]
        return [self.program(item.name, *one, len(found) == 1 and not is_scene) for one in found]

    def program(self, name, text, line, is_alone):
        found = HEADER.search(text.replace("\0", "").encode("utf-8", "replace"))
        header = found.group().decode() if found else None
        return text, line, {"name": name if is_alone else f"{name}:{line}", "header": header}


class Check(Programs):
    """A row a program: accepted or rejected, by which rules."""

    schema = pa.schema(_EVERY + [("header", pa.string())] + _PROBLEMS)

    def rows(self, item):
        return [self.checked(*program) for program in self.programs(item)]

    def checked(self, text, line, row):
        if text is not None:
            row.update(_problems(self.session.check(text, name=row["name"]), line))
            row["outcome"] = "rejected" if row["errors"] else "accepted"
        return row


class Translate(Programs):
    """A row a program and target: translated, untranslatable or rejected."""

    schema = pa.schema(
        _EVERY
        + [
            ("target", pa.string()),
            ("header", pa.string()),
            ("rules", pa.list_(pa.string())),
            ("message", pa.string()),
            ("bytes", pa.int64()),
            ("sha256", pa.string()),
            ("text", pa.string()),
            ("words", pa.binary()),
        ]
    )

    def rows(self, item):
        return [row for program in self.programs(item) for row in self.targets(*program)]

    def targets(self, text, _, row):
        if text is None:
            return [row]
        try:
            program = self.session.load(text, name=row["name"])
        except gpu.Rejected as rejected:
            found = _problems(rejected.diagnostics)
            return [{**row, "outcome": "rejected", "rules": found["rules"], "message": found["message"]}]
        return [self.translated(program, {**row, "target": target}) for target in self.settings["targets"]]

    def translated(self, program, row):
        try:
            shader = program.translate(row["target"])
        except gpu.Untranslatable as reasons:
            found = _problems(reasons.diagnostics)
            return {**row, "outcome": "untranslatable", "rules": found["rules"], "message": found["message"]}
        words = shader.words
        data = words if words is not None else shader.text.encode()
        row.update(outcome="translated", rules=[], bytes=len(data), sha256=hashlib.sha256(data).hexdigest())
        if self.settings["keep"]:
            row["words" if words is not None else "text"] = words if words is not None else shader.text
        return row


class Render:
    """A row a scene: its verdict, and its picture's size, sum and, if asked for, PNG."""

    schema = pa.schema(
        _EVERY
        + [
            ("reason", pa.string()),
            ("failures", pa.list_(pa.string())),
            ("width", pa.int32()),
            ("height", pa.int32()),
            ("sha256", pa.string()),
            ("picture", pa.binary()),
        ]
    )

    def __init__(self, settings):
        self.settings = settings
        self.session = gpu.Session(engine=settings.get("engine"))

    def files(self, scene):
        """The files that a scene may read: all that came with it, by paths that begin at its folder."""
        shared = self.settings["files"]

        def read(path):
            parts = scene.split("/")[:-1]
            for part in path.replace("\\", "/").split("/"):
                if part == ".." and not parts:
                    raise PermissionError(path)
                if part == "..":
                    parts.pop()
                elif part not in ("", "."):
                    parts.append(part)
            name = "/".join(parts)
            if name not in shared:
                raise FileNotFoundError(path)
            return shared[name].tobytes()

        return read

    def rows(self, item):
        row = {"name": item.name}
        if len(item.data) > self.settings["largest"]:
            return [{**row, "outcome": "too large"}]
        report = gpu.run_scene(
            decoded(item.data), name=item.name, session=self.session, files=self.files(item.name)
        )
        reason = report.reason or next((one.message for one in report.problems if one.severity == "error"), None)
        row.update(outcome=report.verdict, reason=reason, failures=report.failures)
        if report.picture is not None:
            height, width, _ = report.picture.shape
            row.update(width=width, height=height, sha256=hashlib.sha256(report.picture.tobytes()).hexdigest())
            if self.settings["keep"]:
                row["picture"] = _png(report.picture)
        return [row]


def _png(picture):
    from PIL import Image

    file = io.BytesIO()
    Image.fromarray(picture).save(file, "PNG")
    return file.getvalue()


class Compare(Render):
    """A row a scene and engine: how far its picture is from the first engine's.

    The work of the command `quadrille compare`, which has drivers in processes of their own.
    """

    schema = pa.schema(
        _EVERY
        + [
            ("engine", pa.string()),
            ("reason", pa.string()),
            ("largest", pa.float64()),
            ("pixels", pa.int64()),
            ("beyond", pa.int64()),
        ]
    )

    def __init__(self, settings):
        self.settings = settings

    def rows(self, item):
        if len(item.data) > self.settings["largest"]:
            return [{"name": item.name, "outcome": "too large"}]
        with tempfile.TemporaryDirectory(prefix="quadrille-farm-") as folder:
            scene = self.laid(Path(folder), item)
            command = [self.settings["tool"], "compare", scene, "--json"]
            command += ["--engines", ",".join(self.settings["engines"]), "--output", f"{folder}/compare"]
            try:
                done = subprocess.run(command, capture_output=True, timeout=PATIENCE, cwd=folder)
            except subprocess.TimeoutExpired:
                return [{"name": item.name, "outcome": "lost", "reason": f"no end after {PATIENCE} s"}]
        rows = [self.row(item, line) for line in done.stdout.splitlines() if line.startswith(b"{")]
        if not rows:
            said = done.stderr.decode("utf-8", "replace").strip().splitlines()
            return [{"name": item.name, "outcome": "failed", "reason": said[-1] if said else None}]
        return rows

    def laid(self, folder, item):
        """The scene with the files that it may read, in a folder of their own; the scene's path there."""
        wanted = {item.name: item.data, **self.settings["files"]}
        for name, data in wanted.items():
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(bytes(data))
        return folder / item.name

    @staticmethod
    def row(item, line):
        told = json.loads(line)
        picture = told.get("picture") or {}
        return {
            "name": item.name,
            "outcome": told["result"],
            "engine": told["engines"][-1],
            "reason": told.get("reason"),
            "largest": picture.get("steps"),
            "pixels": picture.get("pixels"),
            "beyond": picture.get("beyond"),
        }


class Storm:
    """A row a range of seeds of random programs, and one a seed that fails.

    The work of `cargo xtask storm` of Quadrille's repository: `runner` is that executable.
    """

    schema = pa.schema(
        _EVERY
        + [
            ("first", pa.int64()),
            ("seeds", pa.int64()),
            ("programs", pa.int64()),
            ("instructions", pa.int64()),
            ("compared", pa.int64()),
            ("message", pa.string()),
        ]
    )

    def __init__(self, settings):
        self.settings = settings

    def rows(self, item):
        return list(self.span(item, item.first, item.first + item.count))

    def span(self, item, first, end):
        """Rows of seeds; a runner that tells nothing is asked again for each half, until one seed is left."""
        while first < end:
            told, said = self.ran(first, end)
            if told is None and end - first > 1:
                middle = (first + end) // 2
                yield from self.span(item, first, middle)
                yield from self.span(item, middle, end)
                return
            row = {"name": item.name, "first": first, "seeds": 1}
            if told is None:
                yield {**row, "outcome": "lost", "message": said}
                return
            failed = told["failed"]
            passed = (end if failed is None else failed) - first
            if passed:
                counts = {count: told[count] for count in ("programs", "instructions", "compared")}
                yield {**row, "outcome": "passed", "seeds": passed, **counts}
            if failed is None:
                return
            yield {**row, "outcome": "failed", "first": failed, "message": said}
            first = failed + 1

    def ran(self, first, end):
        """What the runner tells of seeds, and what it says besides; nothing is told where it crashes or hangs."""
        command = [self.settings["runner"], "storm", "--json", "--seed", str(first), "--until", str(end)]
        command += self.settings["storm"]
        try:
            done = subprocess.run(command, capture_output=True, timeout=PATIENCE * max(1, (end - first) // 100))
        except subprocess.TimeoutExpired:
            return None, "no end"
        try:
            told = json.loads(done.stdout.splitlines()[-1])
        except (IndexError, ValueError):
            return None, f"status {done.returncode}: " + done.stderr.decode("utf-8", "replace")[-4000:]
        return told, told.get("message")


KINDS = {"check": Check, "translate": Translate, "render": Render, "compare": Compare, "storm": Storm}


def lost(kind, item, why):
    """A kind's row of an item that ended every worker that had it."""
    row = {"name": item.name, "outcome": "lost"}
    for column in ("message", "reason"):
        if column in kind.schema.names:
            row[column] = why
    return row
