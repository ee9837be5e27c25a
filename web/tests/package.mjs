// The JavaScript package as its users have it: packed, installed from the file, imported in node and compiled against by
// TypeScript. node package.mjs PACKAGE FOLDER EXAMPLES; it runs where `node_modules` has typescript.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { runInNewContext } from "node:vm";

const [pack, folder, examples] = process.argv.slice(2).map((path) => resolve(path));
const typescript = resolve("node_modules/typescript/bin/tsc");
const types = resolve("node_modules/@types");
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
const npm = (...words) => execFileSync("npm", words, { cwd: folder, encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] });
const [{ filename }] = JSON.parse(npm("pack", "--json", pack));
writeFileSync(join(folder, "package.json"), '{ "name": "user", "private": true, "type": "module" }');
npm("install", "--offline", "--no-audit", "--no-fund", `./${filename}`);
const entry = createRequire(join(folder, "user.js")).resolve("quadrille-gpu");
const { load, QuadrilleError } = await import(pathToFileURL(entry).href);
const gpu = await load();

const MISTAKE = "!!ARBvp1.0\nTEMP R0;\n# é\nRSQ R0, vertex.position;\nMOV result.position, R0;\nEND\n";

test("what the README shows", () => {
    const readme = readFileSync(join(pack, "README.md"), "utf8");
    assert.match(readme, /gpu\.check\(\{ name: "light\.vp", text \}\)/);
    const { diagnostics } = gpu.check({ name: "light.vp", text: MISTAKE });
    const [problem] = diagnostics;
    assert.equal(problem.rule, "scalar-needs-selector");
    // Places are those of the string itself.
    assert.equal(MISTAKE.slice(problem.from, problem.to), "vertex.position");
    const { from, to, replacement } = problem.fix;
    const fixed = MISTAKE.slice(0, from) + replacement + MISTAKE.slice(to);
    assert.match(fixed, /RSQ R0, vertex\.position\.x;/);
    const errors = gpu.check({ name: "light.vp", text: fixed }).diagnostics.filter((one) => one.severity === "error");
    assert.deepEqual(errors, []);
});

test("a scene is drawn, with a file of the caller", () => {
    const square = new TextEncoder().encode("v -1 -1 0\nv 1 -1 0\nv 1 1 0\nv -1 1 0\nf 1 2 3\nf 1 3 4\n");
    const text =
        "[require]\nGL_ARB_fragment_program\nSIZE 2 1\n\n[fragment program]\n!!ARBfp1.0\nMOV result.color, { 1, 0.2, 0, 1 };\nEND\n\n" +
        "[test]\nclear\ndraw mesh square.obj\n";
    const run = gpu.run({ name: "a.shader_test", text, files: { "square.obj": square }, pixel: { x: 1, y: 0 } });
    assert.equal(run.verdict, "pass");
    assert.deepEqual([run.picture.width, run.picture.height], [2, 1]);
    // 0.2 of 255 is 51.
    assert.deepEqual([...run.picture.data], [255, 51, 0, 255, 255, 51, 0, 255]);
    assert.equal(run.history.commands.at(-1).fragments.length, 1);
});

test("the probes of the compute examples hold", () => {
    const scenes = readdirSync(join(examples, "compute")).filter((name) => name.endsWith(".shader_test"));
    assert.ok(scenes.length > 5);
    for (const name of scenes) {
        const run = gpu.run({ name, text: readFileSync(join(examples, "compute", name), "utf8") });
        assert.equal(run.verdict, "pass", `${name}: ${JSON.stringify(run.problems)}`);
    }
});

test("programs are translated, words and all", () => {
    const text = "!!ARBfp1.0\nMOV result.color, fragment.color;\nEND\n";
    const [glsl] = gpu.translate({ name: "a.fp", text, target: "glsl330" }).shaders;
    assert.match(glsl.text, /^#version 330/);
    const [spirv] = gpu.translate({ name: "a.fp", text, target: "spirv-vulkan" }).shaders;
    // source: SPIR-V 2.3, the magic number.
    assert.equal(new DataView(spirv.words.buffer).getUint32(0, true), 0x07230203);
    assert.match(spirv.text, /OpEntryPoint Fragment/);
});

test("a QPU runs", () => {
    const run = gpu.qpu({ name: "a.qasm", text: "nop\nthrend\nnop\nnop\n" });
    assert.equal(run.end, "finished");
    assert.equal(run.instructions, 4);
    assert.equal(run.lanes.length, 4 * 3 * 16);
});

test("what is wrong with a request is thrown", () => {
    assert.throws(() => gpu.translate({ name: "a", text: "", target: "cobol" }), QuadrilleError);
    assert.throws(() => gpu.explain("no-such-thing"), QuadrilleError);
    assert.match(gpu.explain("RSQ"), /^# RSQ/);
    assert.ok(gpu.about().targets.length > 10);
});

test("files are bytes", () => {
    const bytes = new TextEncoder().encode("v -1 -1 0\nv 1 -1 0\nv 0 1 0\nf 1 2 3\n");
    const run = (content) =>
        gpu.run({ name: "a.shader_test", text: "[test]\nclear\ndraw mesh a.obj\n", files: { "a.obj": content } });
    for (const content of [bytes, Buffer.from(bytes), bytes.buffer, runInNewContext("Uint8Array.from(bytes)", { bytes })]) {
        assert.equal(run(content).verdict, "pass");
    }
    for (const content of ["v 0 0 0", new Float32Array(4), [1, 2], new DataView(bytes.buffer), null, 5]) {
        assert.throws(() => run(content), (error) => error instanceof QuadrilleError && /a\.obj/.test(error.message));
    }
});

test("half a pair of surrogates is a character, and moves no place", () => {
    const text = "!!ARBvp1.0\n# \ud83d\nMOV junk;\nEND\n";
    const [problem] = gpu.check({ name: "a.vp", text }).diagnostics;
    assert.equal(text.slice(problem.from, problem.to).includes("#"), false);
    assert.ok(problem.from >= text.indexOf("MOV"), JSON.stringify(problem));
    const { diagnostics } = gpu.check({ name: "a.vp", text: "!!ARBvp1.0\n\udc00\nEND\n" });
    assert.equal(diagnostics[0].from, 11);
    assert.throws(() => gpu.check({ name: "a.vp", text: 1n }), QuadrilleError);
});

test("machine text without an instruction has a problem", () => {
    const { problems } = gpu.geforce3({ text: "" });
    assert.deepEqual(problems.map((problem) => problem.rule), ["nv20-empty"]);
});

test("TypeScript knows the types", () => {
    writeFileSync(
        join(folder, "user.ts"),
        `import { load, type Run, type Diagnostic } from "quadrille-gpu";
const gpu = await load();
const run: Run = gpu.run({ name: "a", text: "" });
const rules: string[] = run.problems.map((problem: Diagnostic) => problem.rule);
const width: number | undefined = run.picture?.width;
// @ts-expect-error there is no such verdict
if (run.verdict === "perhaps") console.log(rules, width);
`,
    );
    const options = ["--noEmit", "--strict", "--target", "es2022", "--module", "nodenext", "--typeRoots", types, "--types", "node"];
    execFileSync(process.execPath, [typescript, ...options, "user.ts"], { cwd: folder, stdio: "inherit" });
});
