"""Where items come from: files, folders, archives, ranges of seeds. Their order is their names', whatever the machine.

Archives are read member by member and never unpacked; a member that is too large is an item without its bytes.
"""

import os
import tarfile
import zipfile
from contextlib import contextmanager
from pathlib import Path

import numpy as np

from .work import SCENE, Item, decoded


#: Suffixes of archives.
ARCHIVES = (".zip", ".tar", ".tgz", ".gz", ".bz2", ".xz")


class SourceError(Exception):
    """An input that there is not, or that cannot be read."""


def texts(paths, largest):
    """Every file of some paths, as items: files, folders with all below them, zip and tar archives.

    A file of more than `largest` bytes has its first `largest + 1` only, so that it is told to be too large.
    """
    for path, root in _roots(paths):
        with _named(path):
            if path.is_dir():
                yield from _folder(path, root, largest)
            elif zipfile.is_zipfile(path):
                yield from _zip(path, root, largest)
            elif tarfile.is_tarfile(path):
                yield from _tar(path, root, largest)
            elif path.suffix.lower() in ARCHIVES:
                raise SourceError(f"{path}: this is no archive, or a damaged one")
            else:
                yield Item(_joined(root, path.name), _read(path, largest))


def _roots(paths):
    """Each path once, with what the names of its files begin with, so that no two files have one name.

    Names begin with their archive's. Those of one folder, or of files of one folder, are as they are below it; with
    several folders, or archives beside them, they begin with their folder's. A name that is taken gets a number: `old`,
    `old#2`.
    """
    found = {}
    for path in map(Path, paths):
        whole = path.is_dir() or _is_archive(path)
        root = path if whole else path.parent
        found.setdefault(path.resolve(), (path, (root.resolve(), whole)))
    roots = dict.fromkeys(root for _, root in found.values())
    taken = set()
    for folder, whole in roots:
        alone = len(roots) == 1 and folder.is_dir()
        roots[folder, whole] = "" if alone else _untaken(folder.name or "root", taken)
    return [(path, roots[root]) for path, root in found.values()]


def _is_archive(path):
    with _named(path):
        return path.is_file() and (zipfile.is_zipfile(path) or tarfile.is_tarfile(path))


def _untaken(name, taken):
    number, one = 1, name
    while one in taken:
        number += 1
        one = f"{name}#{number}"
    taken.add(one)
    return one


def _joined(root, name):
    return f"{root}/{name}" if root else name


def total(paths):
    """How many files that is; none where it takes reading all of an archive to know."""
    known = 0
    for path, _ in _roots(paths):
        with _named(path):
            if path.is_dir():
                known += sum(one.is_file() and not one.is_symlink() for one in path.rglob("*"))
            elif zipfile.is_zipfile(path):
                with zipfile.ZipFile(path) as archive:
                    known += sum(not member.is_dir() for member in archive.infolist())
            elif tarfile.is_tarfile(path):
                return None
            else:
                known += 1
    return known


@contextmanager
def _named(path):
    """Errors of a path tell it."""
    try:
        yield
    except (OSError, zipfile.BadZipFile, tarfile.TarError, EOFError, NotImplementedError) as error:
        raise SourceError(f"{path}: {error}") from error


def _read(path, largest):
    with open(path, "rb") as file:
        return file.read(largest + 1)


def _folder(folder, root, largest):
    for path in sorted(folder.rglob("*")):
        if path.is_file() and not path.is_symlink():
            yield Item(_joined(root, path.relative_to(folder).as_posix()), _read(path, largest))


def _zip(path, root, largest):
    names = _Names(root)
    with zipfile.ZipFile(path) as archive:
        for member in archive.infolist():
            if member.is_dir():
                continue
            if member.flag_bits & 1:
                raise SourceError(f"{path}: {member.filename} is encrypted")
            with archive.open(member) as file:
                yield Item(names.inside(member.filename), file.read(largest + 1))


def _tar(path, root, largest):
    names = _Names(root)
    with tarfile.open(path) as archive:
        for member in archive:
            if member.isfile():
                yield Item(names.inside(member.name), archive.extractfile(member).read(largest + 1))


class _Names:
    """The names of an archive's members as items have them: below the archive's own, which no `..` leaves.

    Archives may have one name twice: the second and later ones lie in a folder of their number.
    """

    def __init__(self, archive):
        self.archive, self.count, self.taken = archive, 0, set()

    def inside(self, member):
        parts = member.replace("\\", "/").replace("\0", "").split("/")
        name = "/".join([self.archive, *(part for part in parts if part not in ("", ".", ".."))])
        if name in self.taken:
            name = f"{self.archive}/#{self.count}/{name.partition('/')[2]}"
        self.taken.add(name)
        self.count += 1
        return name


def scenes(paths, largest):
    """The scenes of some paths, and by name the files that they may read: all others there, and of a scene that is given
    by itself those below its folder that it names."""
    items, files = [], {}
    for item in texts(paths, largest):
        if item.name.endswith(SCENE):
            items.append(item)
        elif len(item.data) <= largest:
            # Arrays are read where they lie in a shared object store.
            files[item.name] = np.frombuffer(item.data, np.uint8)
    for path, root in _roots(paths):
        if path.name.endswith(SCENE) and path.is_file():
            with _named(path):
                for name, data in _beside(path, largest):
                    files.setdefault(_joined(root, name), np.frombuffer(data, np.uint8))
    return items, files


def _beside(scene, largest):
    """The files below a scene's folder, but for hidden ones, whose names it has, or one of those files has."""
    below = [path.relative_to(scene.parent) for path in sorted(scene.parent.rglob("*"))]
    left = [name for name in below if not any(part.startswith(".") for part in name.parts)]
    read = [decoded(_read(scene, largest)).encode()]
    while read:
        text = read.pop()
        named = [name for name in left if os.fsencode(name.name) in text]
        left = [name for name in left if name not in named]
        for name in named:
            path = scene.parent / name
            if path.is_file() and not path.is_symlink() and path.stat().st_size <= largest:
                data = _read(path, largest)
                read.append(data)
                yield name.as_posix(), data


def seeds(first, count, chunk):
    """Ranges of seeds of a storm, each an item."""
    for start in range(first, first + count, chunk):
        size = min(chunk, first + count - start)
        yield Item(f"seeds {start} to {start + size - 1}", first=start, count=size)


def chunks(items, size):
    """Lists of `size` items, in order."""
    chunk = []
    for item in items:
        chunk.append(item)
        if len(chunk) == size:
            yield chunk
            chunk = []
    if chunk:
        yield chunk
