// Bundles the page and the JavaScript package: node build.mjs MODULE EXAMPLES PAGE PACKAGE VERSION. `cargo xtask web`
// calls it, in a folder with what package-lock.json names.

import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { gzipSync } from "node:zlib";

import { build } from "esbuild";

const [modulePath, examplesPath, page, pack, version] = process.argv.slice(2);
const wasm = readFileSync(modulePath);

/** What of the examples stands in the page, as text or as bytes. */
const TEXTS = /\.(shader_test|vp|fp|vsh|qasm|s|vfp|obj|list)$/;
const BINARIES = /\.(png|dds)$/;

const common = { bundle: true, minify: true, target: ["es2022"], legalComments: "none", write: false, logLevel: "warning" };

/** The packages of which something is in a bundle. */
const used = new Set();

async function bundled(entry, options) {
    const { outputFiles, metafile } = await build({ ...common, metafile: true, entryPoints: [entry], ...options });
    for (const input of Object.keys(metafile.inputs)) {
        const name = /node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(input)?.[1];
        if (name) used.add(name);
    }
    return outputFiles[0].text;
}

/** The licences of those packages, which go with the bundle. */
function licences() {
    const texts = [...used].sort().map((name) => {
        const folder = join("node_modules", name);
        const file = readdirSync(folder).find((file) => /^licen[cs]e/i.test(file));
        if (!file) throw new Error(`${name} has no licence`);
        return `${name}\n\n${readFileSync(join(folder, file), "utf8").trim()}\n`;
    });
    return `The page has parts of these packages.\n\n${texts.join("\n----\n\n")}`;
}

function* filesBelow(folder) {
    for (const name of readdirSync(folder).sort()) {
        const path = join(folder, name);
        if (statSync(path).isDirectory()) yield* filesBelow(path);
        else yield path;
    }
}

function examples() {
    const embedded = { texts: {}, binaries: {} };
    for (const path of filesBelow(examplesPath)) {
        const name = relative(examplesPath, path).replaceAll("\\", "/");
        if (TEXTS.test(name)) embedded.texts[name] = readFileSync(path, "utf8");
        else if (BINARIES.test(name)) embedded.binaries[name] = readFileSync(path, "base64");
    }
    return embedded;
}

/** Gives `embedded:NAME` what is made for it. */
function embedded(contents) {
    return {
        name: "embedded",
        setup(build) {
            build.onResolve({ filter: /^embedded:/ }, ({ path }) => ({ path, namespace: "embedded" }));
            build.onLoad({ filter: /.*/, namespace: "embedded" }, ({ path }) => ({
                contents: `export default ${JSON.stringify(contents[path])}`,
                loader: "js",
            }));
        },
    };
}

async function makePage() {
    rmSync(page, { recursive: true, force: true });
    mkdirSync(page, { recursive: true });
    const worker = await bundled("src/page/worker.ts", { format: "iife" });
    const plugins = [embedded({ "embedded:worker": worker, "embedded:examples": examples() })];
    writeFileSync(join(page, "page.js"), await bundled("src/page/main.ts", { format: "iife", plugins }));
    const base64 = gzipSync(wasm, { level: 9 }).toString("base64");
    writeFileSync(join(page, "quadrille.wasm.js"), `globalThis.QUADRILLE_MODULE="${base64}";\n`);
    for (const name of ["index.html", "style.css"]) cpSync(name, join(page, name));
    writeFileSync(join(page, "THIRD-PARTY.txt"), licences());
}

async function makePackage() {
    rmSync(pack, { recursive: true, force: true });
    mkdirSync(pack, { recursive: true });
    const options = { format: "esm", platform: "neutral", external: ["node:fs/promises"], minify: false };
    writeFileSync(join(pack, "index.js"), await bundled("src/package/index.ts", options));
    execFileSync(process.execPath, [
        "node_modules/typescript/bin/tsc",
        ...["--project", "tsconfig.json", "--noEmit", "false", "--emitDeclarationOnly", "--declaration"],
        ...["--rewriteRelativeImportExtensions", "--rootDir", "src", "--outDir", join(pack, "all-types")],
    ], { stdio: "inherit" });
    // The page has no types that others need.
    mkdirSync(join(pack, "types"));
    for (const name of ["core", "package"]) renameSync(join(pack, "all-types", name), join(pack, "types", name));
    rmSync(join(pack, "all-types"), { recursive: true });
    writeFileSync(join(pack, "index.d.ts"), 'export * from "./types/package/index.js";\n');
    writeFileSync(join(pack, "quadrille.wasm"), wasm);
    const manifest = JSON.parse(readFileSync("package/package.json", "utf8"));
    writeFileSync(join(pack, "package.json"), `${JSON.stringify({ ...manifest, version }, null, 2)}\n`);
    cpSync("package/README.md", join(pack, "README.md"));
}

await makePage();
await makePackage();
