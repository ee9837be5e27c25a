"""The language server as VS Code, Neovim and Emacs start it, by pytest-lsp: the problems that the command line finds and
no others, with their fixes.

What the command line says comes from `quadrille check --format json` on the same files.
"""

import asyncio
import json
import os
import re
import subprocess
from pathlib import Path

import pytest
import pytest_lsp
from lsprotocol import types
from pytest_lsp import ClientServerConfig, LanguageClient, client_capabilities

QUADRILLE = os.environ["QUADRILLE"]
ROOT = Path(os.environ["QUADRILLE_ROOT"])
SEVERITY = {"error": 1, "warning": 2, "note": 3}


@pytest_lsp.fixture(
    params=["visual-studio-code", "neovim", "emacs"],
    config=ClientServerConfig(server_command=[QUADRILLE, "lsp"]),
)
async def client(request, lsp_client: LanguageClient):
    await lsp_client.initialize_session(
        types.InitializeParams(capabilities=client_capabilities(request.param), root_uri=ROOT.as_uri())
    )
    yield
    await lsp_client.shutdown_session()


def rule_programs():
    """The programs of the pages of all rules, those that break one and those that do not."""
    for page in sorted((ROOT / "docs/reference/rules").glob("*.md")):
        blocks = re.findall(r"^```text (?:reject|accept)[^\n]*\n(.*?)^```", page.read_text(), re.M | re.S)
        if not blocks:
            blocks = re.findall(r"^```[^\n]*\n(!!.*?)^```", page.read_text(), re.M | re.S)
        for number, block in enumerate(blocks):
            yield f"{page.stem}-{number}.arb", block


def examples():
    """The examples, and some with an error in each line of a program."""
    for path in sorted((ROOT / "examples").rglob("*")):
        if path.suffix in (".shader_test", ".vfp", ".vp"):
            text = path.read_text()
            yield path.name, text
            yield "broken-" + path.name, re.sub(r"^(\s*)(MUL|DP4|MAD|TEX)\b", r"\1é𐐀\2", text, flags=re.M)


def files(folder: Path):
    """All of them as files, and the name and text of each."""
    found = {}
    for name, text in [*rule_programs(), *examples()]:
        (folder / name).write_text(text)
        found[name] = text
    return found


def command_line(folder: Path):
    """What the command line says of the files of a folder, by name: its own JSON."""
    paths = sorted(path for path in folder.iterdir())
    said = subprocess.run([QUADRILLE, "check", "--format", "json", *paths], capture_output=True, text=True)
    found = {path.name: [] for path in paths}
    for line in said.stdout.splitlines():
        report = json.loads(line)
        found[Path(report["file"]).name] += report["diagnostics"]
    return found


def position(text: bytes, offset: int):
    """A byte as line and column in UTF-16."""
    before = text[:offset].decode()
    lines = re.split(r"\r\n|\n|\r", before)
    return types.Position(len(lines) - 1, len(lines[-1].encode("utf-16-le")) // 2)


def apply(text: str, edits):
    """A text with edits in it, as an editor applies them."""
    lines = text.splitlines(keepends=True) or [""]
    starts = [0]
    for line in lines:
        starts.append(starts[-1] + len(line))

    def place(at):
        line = lines[at.line] if at.line < len(lines) else ""
        units = line.encode("utf-16-le")[: 2 * at.character].decode("utf-16-le")
        return starts[min(at.line, len(starts) - 1)] + len(units)

    for edit in sorted(edits, key=lambda edit: place(edit.range.start), reverse=True):
        text = text[: place(edit.range.start)] + edit.new_text + text[place(edit.range.end) :]
    return text


async def eventually(what: str, condition):
    """Waits until a condition holds."""
    for _ in range(12000):
        if condition():
            return
        await asyncio.sleep(0.005)
    raise AssertionError(what)


async def open_document(client: LanguageClient, uri: str, text: str, language: str = ""):
    """Opens a document, and waits for its problems."""
    client.text_document_did_open(
        types.DidOpenTextDocumentParams(types.TextDocumentItem(uri=uri, language_id=language, version=1, text=text))
    )
    await eventually(f"{uri}: no problems were published", lambda: uri in client.diagnostics)
    return client.diagnostics[uri]


def shown(found):
    """What two problems must have in common to be one."""
    at = found.range
    return (at.start.line, at.start.character, at.end.line, at.end.character, found.severity, found.code)


@pytest.mark.asyncio
async def test_problems_and_fixes_are_those_of_the_command_line(client: LanguageClient, tmp_path: Path):
    texts = files(tmp_path)
    said = command_line(tmp_path)
    fixes = kinds = 0
    for name, text in texts.items():
        raw = text.encode()
        uri = (tmp_path / name).as_uri()
        found = await open_document(client, uri, text)
        wanted = []
        for one in said[name]:
            start, end = (position(raw, one["span"][key]) for key in ("start", "end"))
            wanted.append((start.line, start.character, end.line, end.character, SEVERITY[one["severity"]], one["rule"]))
        assert sorted(map(shown, found)) == sorted(wanted), name
        kinds += bool(wanted)
        for one in said[name]:
            if not one["fix"]:
                continue
            start, end = (position(raw, one["span"][key]) for key in ("start", "end"))
            actions = await client.text_document_code_action_async(
                types.CodeActionParams(
                    types.TextDocumentIdentifier(uri), types.Range(start, end), types.CodeActionContext([])
                )
            )
            place = one["fix"]["span"]
            mended = (raw[: place["start"]] + one["fix"]["replacement"].encode() + raw[place["end"] :]).decode()
            offered = [apply(text, action.edit.changes[uri]) for action in actions if action.kind == "quickfix"]
            assert mended in offered, (name, one["rule"])
            fixes += 1
    assert kinds > 100 and fixes > 30, (kinds, fixes)


@pytest.mark.asyncio
async def test_formatting_is_that_of_the_command_line(client: LanguageClient, tmp_path: Path):
    for name, text in examples():
        if not name.endswith(("p",)):
            continue
        text = re.sub(r"^ +", "", text, flags=re.M).replace(", ", ",")
        uri = (tmp_path / name).as_uri()
        await open_document(client, uri, text)
        edits = await client.text_document_formatting_async(
            types.DocumentFormattingParams(types.TextDocumentIdentifier(uri), types.FormattingOptions(2, True))
        )
        said = subprocess.run([QUADRILLE, "fmt", "-"], input=text, capture_output=True, text=True, check=True)
        assert apply(text, edits or []) == said.stdout, name


@pytest.mark.asyncio
async def test_qpu_programs_have_the_problems_of_qpu_check(client: LanguageClient, tmp_path: Path):
    for path in sorted((ROOT / "examples/qpu").glob("*.qasm")):
        whole = path.read_text()
        for number, text in enumerate([whole, whole.replace("thrend", "nop").replace("vw_wait", "vw_wiat")]):
            own = tmp_path / f"{number}-{path.name}"
            own.write_text(text)
            run = subprocess.run([QUADRILLE, "qpu", "check", "--format", "json", own], capture_output=True, text=True)
            said = run.stdout.splitlines()
            found = await open_document(client, own.as_uri(), text)
            if said:
                wanted = sorted(json.loads(line)["rule"] for line in said)
                assert sorted(one.code for one in found) == wanted, own.name
            else:
                # What the assembler says goes to standard error, as text.
                assert bool(found) == ("error" in run.stderr and run.returncode != 0), (own.name, run.stderr)


@pytest.mark.asyncio
async def test_what_editors_ask_while_one_types(client: LanguageClient, tmp_path: Path):
    uri = (tmp_path / "light.vp").as_uri()
    text = "!!ARBvp1.0\nPARAM mvp[4] = { state.matrix.mvp };\nTEMP normal;\nDP3 normal.x, vertex.normal, mvp[0];\n"
    await open_document(client, uri, text)

    async def offered():
        end = text.count("\n"), len(text.rsplit("\n", 1)[1])
        answer = await client.text_document_completion_async(
            types.CompletionParams(types.TextDocumentIdentifier(uri), types.Position(*end))
        )
        return {item.label for item in answer.items}

    async def type_more(more: str, version: int):
        nonlocal text
        end = types.Position(text.count("\n"), len(text.rsplit("\n", 1)[1]))
        change = types.TextDocumentContentChangePartial(range=types.Range(end, end), text=more)
        client.text_document_did_change(
            types.DidChangeTextDocumentParams(types.VersionedTextDocumentIdentifier(version, uri), [change])
        )
        text += more

    await type_more("MO", 2)
    # ARB_vertex_program Table X.6 has MOV; NV_gpu_program4 has MOD.
    assert "MOV" in await offered() and "MOD" not in await offered()
    await type_more("V result.", 3)
    labels = await offered()
    assert {"position", "color", "texcoord"} <= labels and "depth" not in labels
    await type_more("position, ", 4)
    labels = await offered()
    assert {"normal", "vertex", "state", "program"} <= labels and not {"result", "fragment"} & labels
    hover = await client.text_document_hover_async(
        types.HoverParams(types.TextDocumentIdentifier(uri), types.Position(3, 1))
    )
    assert "# DP3" in hover.contents.value and "!!ARBvp1.0\n" in hover.contents.value
    symbols = await client.text_document_document_symbol_async(
        types.DocumentSymbolParams(types.TextDocumentIdentifier(uri))
    )
    assert [one.name for one in symbols[0].children] == ["mvp", "normal"]
    places = await client.text_document_references_async(
        types.ReferenceParams(
            types.ReferenceContext(True), types.TextDocumentIdentifier(uri), types.Position(2, 6)
        )
    )
    assert [one.range.start.line for one in places] == [2, 3]
    await type_more("normal.x;\nEND\n", 5)
    await eventually("problems stay", lambda: not client.diagnostics[uri])
    hints = await client.text_document_inlay_hint_async(
        types.InlayHintParams(
            types.TextDocumentIdentifier(uri), types.Range(types.Position(0, 0), types.Position(9, 0))
        )
    )
    assert [hint.position.line for hint in hints] == [0] and "2 instructions" in hints[0].label
