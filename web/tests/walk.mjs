// A newcomer's walk through the page in a real browser: node walk.mjs BROWSER PAGE PICTURES. An example, a mistake, its fix
// by a click, a slider, a translation copied, a pixel explained, a step back, a diagram of the GeForce 3, a step of a QPU.
// Screenshots of the way go into PICTURES. What is expected comes from the texts of the examples, and is said beside it.

import assert from "node:assert/strict";
import { mkdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

import { chromium } from "playwright-core";

const [executable, folder, pictures] = process.argv.slice(2);
mkdirSync(pictures, { recursive: true });
const url = /^https?:/.test(folder) ? folder : pathToFileURL(resolve(folder, "index.html")).href;

const browser = await chromium.launch({
    executablePath: executable,
    args: ["--no-sandbox", "--disable-gpu", "--disable-webgl"],
});
const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    colorScheme: "light",
    permissions: ["clipboard-read", "clipboard-write"],
});
const page = await context.newPage();
const complaints = [];
page.on("pageerror", (error) => complaints.push(error.message));
page.on("console", (message) => message.type() === "error" && complaints.push(message.text()));

/** Milliseconds that anything may take here: machines of tests are busy. */
const PATIENCE = 60_000;
page.setDefaultTimeout(PATIENCE);

let number = 0;
async function picture(name) {
    await page.screenshot({ path: join(pictures, `${String(++number).padStart(2, "0")}-${name}.png`) });
}

/** Waits until an element's text matches. */
async function reads(selector, pattern) {
    await page.waitForFunction(
        ([selector, source]) => new RegExp(source).test(document.querySelector(selector)?.textContent ?? ""),
        [selector, pattern.source],
    );
}

/** The whole text of the editor, as it is saved. */
async function text() {
    const [download] = await Promise.all([page.waitForEvent("download"), page.click("#save")]);
    return readFileSync(await download.path(), "utf8");
}

/** Puts the cursor behind a text of the editor's first lines. */
async function behind(what) {
    await page.locator(".cm-line", { hasText: what }).first().click({ position: { x: 20, y: 8 } });
    await page.keyboard.press("End");
}

/** Pastes a text in the place of all that is in the editor. */
async function paste(text) {
    await page.locator(".cm-content").focus();
    await page.keyboard.press("Control+A");
    await page.locator(".cm-content").evaluate((content, text) => {
        const data = new DataTransfer();
        data.setData("text/plain", text);
        content.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }));
    }, text);
}

async function choose(example) {
    await page.selectOption("#example", example);
}

async function tab(name) {
    await page.click(`#tab-${name}`);
}

/** The colour of the canvas at a pixel from the upper left. */
const colour = (x, y) =>
    page.locator("#picture").evaluate(
        (canvas, [x, y]) => [...canvas.getContext("2d").getImageData(x, y, 1, 1).data],
        [x, y],
    );

const steps = {
    async "the page opens with a picture"() {
        const begun = performance.now();
        await page.goto(url);
        await reads("#status", /^Drawn in/);
        console.log(`first picture: ${Math.round(performance.now() - begun)} ms`);
        // source: HTML, 7.1.3: with the headers of `quadrille serve` a page may share memory with threads.
        if (url.startsWith("http")) assert.equal(await page.evaluate(() => crossOriginIsolated), true);
        // source: `clear color 0.93 0.92 0.88 1` of examples/toon.shader_test, times 255, rounded.
        assert.deepEqual(await colour(2, 2), [237, 235, 224, 255]);
        await picture("picture");
    },

    async "a mistake is marked, and a click removes it"() {
        await behind("MUL normal.xyz, normal.w");
        await page.keyboard.press("Home");
        for (let letter = 0; letter < 3; letter++) await page.keyboard.press("ArrowRight");
        await page.keyboard.press("Backspace");
        await page.keyboard.type("P");
        await reads("#problem-count", /1 error/);
        await reads("#problems li", /there is no such instruction: did you mean `MUL`\?/);
        await page.waitForSelector(".cm-lintRange-error");
        // What is offered for the word would lie over the list.
        await page.keyboard.press("Escape");
        await page.waitForSelector(".cm-tooltip-autocomplete", { state: "detached" });
        await picture("mistake");
        await page.click("#problems .fix");
        await reads("#problem-count", /No problems/);
        assert.match(await text(), /MUL normal\.xyz, normal\.w, fragment/);
        await picture("fixed");
    },

    async "words are offered"() {
        await behind("MUL normal.xyz, normal.w");
        await page.keyboard.press("Enter");
        await page.keyboard.type("RS", { delay: 50 });
        await reads(".cm-tooltip-autocomplete", /RSQ/);
        await picture("words");
        await page.keyboard.press("Escape");
        for (let letter = 0; letter < 3; letter++) await page.keyboard.press("Backspace");
        await reads("#problem-count", /No problems/);
    },

    async "a slider moves a number of the text"() {
        const before = await text();
        assert.match(before, /clear color 0\.93 0\.92 0\.88 1/);
        const red = page.getByLabel("clear color, number 1", { exact: true });
        await red.focus();
        await page.keyboard.press("Home");
        await page.waitForFunction(() => {
            const canvas = document.querySelector("#picture");
            return canvas.getContext("2d").getImageData(2, 2, 1, 1).data[0] === 0;
        });
        assert.match(await text(), /clear color 0 0\.92 0\.88 1/);
        assert.deepEqual(await colour(2, 2), [0, 235, 224, 255]);
        await picture("slider");
    },

    async "a pixel is explained, and its program stepped back"() {
        const canvas = page.locator("#picture");
        const box = await canvas.boundingBox();
        // The middle of the right half is on the torus; the upper left corner is not.
        await canvas.click({ position: { x: box.width * 0.75, y: box.height * 0.5 } });
        await reads("#history", /At the end: colour/);
        await reads("#history", /draw mesh torus\.obj/);
        await reads("#history", /fragment 1: primitive/);
        await page.click("#history .stepper .last");
        await reads("#history .step", /MOV result\.color\.w, 1\.0/);
        await page.click("#history .stepper .back");
        await reads("#history .step", /MUL result\.color\.xyz, color, level\.x/);
        await page.waitForSelector(".cm-line.stepped");
        await picture("pixel");
        await canvas.focus();
        await page.keyboard.press("ArrowRight");
        await page.keyboard.press("Enter");
        await reads("#history", /Pixel \(/);
    },

    async "a program is debugged by keyboard, and gone back"() {
        // The pixel that was chosen is offered first.
        await tab("debug");
        await reads("#debug-of option", /^pixel \(\d+, \d+\)$/);
        await reads("#debug-where", /^step 0, lane \d+( \(helper\))?: line \d+: DP3 normal\.w/);
        await page.locator("#debug-run").focus();
        await page.keyboard.press("ArrowRight");
        await reads("#debug-where", /^step 1, /);
        // source: the first instruction of the program writes normal.w.
        await reads("#debug-registers .written", /^normal$/);
        await page.keyboard.press("ArrowLeft");
        await reads("#debug-where", /^step 0, /);
        await behind("MUL result.color.xyz, color, level.x");
        await page.click("#debug-break");
        await reads("#debug-breakpoints li", /^line \d+/);
        await page.click("#debug-controls [data-command=continue]");
        await reads("#debug-where", /MUL result\.color\.xyz, color, level\.x/);
        await page.waitForSelector(".cm-line.stepped");
        await page.fill("#debug-command", "last color");
        await page.keyboard.press("Enter");
        await reads("#debug-replies", /color was written in step \d+/);
        await picture("debug");
        // source: docs/scenes.md: the texture `rgbw` is red and green below, blue and white above.
        await choose("toon.shader_test");
        await paste(
            "[fragment program]\n!!ARBfp1.0\nTEX result.color, fragment.texcoord[0], texture[0], 2D;\nEND\n" +
                "[test]\nclear\ntexture rgbw 0 (2, 2)\ndraw rect tex -1 -1 2 2 0 0 1 1\n",
        );
        await tab("picture");
        await page.click("#run");
        await reads("#history", /Choose a pixel/);
        await page.locator("#picture").click({ position: { x: 50, y: 50 } });
        await reads("#history", /fragment 1: primitive/);
        await tab("debug");
        await reads("#debug-where", /TEX result\.color/);
        await page.fill("#debug-command", "texture texture[0]");
        await page.keyboard.press("Enter");
        await page.waitForSelector("#debug-replies canvas");
        const texels = await page.locator("#debug-replies canvas").evaluate((canvas) => {
            const at = (x, y) => [...canvas.getContext("2d").getImageData(x, y, 1, 1).data];
            return [at(0, 1), at(1, 1), at(0, 0), at(1, 0)];
        });
        assert.deepEqual(texels, [[255, 0, 0, 255], [0, 255, 0, 255], [0, 0, 255, 255], [255, 255, 255, 255]]);
        await picture("texture");
        await choose("toon.shader_test");
    },

    async "a translation is copied"() {
        await tab("translation");
        await page.selectOption("#target", "glsl330");
        // source: the GLSL specification 3.30, 7.1: a vertex shader writes gl_Position.
        await reads("#shaders", /#version 330/);
        await reads("#shaders", /gl_Position/);
        await page.locator("#shaders .copy").first().click();
        await reads("#shaders h3", /copied/);
        const clipboard = await page.evaluate(() => navigator.clipboard.readText());
        assert.equal(clipboard, await page.locator("#shaders pre").first().textContent());
        await picture("translation");
        const targets = await page.locator("#target option").evaluateAll((options) => options.map((one) => one.value));
        for (const target of targets) {
            await page.evaluate(() => document.querySelector("#shaders").replaceChildren());
            await page.selectOption("#target", target);
            await page.dispatchEvent("#target", "change");
            await page.waitForSelector("#shaders :is(pre, .refused)");
        }
    },

    async "costs are counted"() {
        await tab("cost");
        await reads("#costs", /!!ARBfp1\.0/);
        await picture("cost");
    },

    async "a diagram of the GeForce 3"() {
        await choose("geforce3/lighting.vsh");
        await tab("pipeline");
        await reads("#diagram", /DP4 o/);
        // source: the first line of examples/geforce3/lighting.vsh counts its words.
        const rows = await page.locator("#diagram tbody tr").count();
        assert.equal(rows, 3 * 30);
        await picture("pipeline");
    },

    async "a QPU is stepped, and stepped back"() {
        await choose("qpu/saxpy.qasm");
        await tab("qpu");
        await page.click("#qpu-run");
        await reads("#qpu-result", /The program ended/);
        // source: examples/qpu/saxpy.shader_test works the sums out by hand.
        await reads("#qpu-result", /1 3\.5 6 8\.5 11 13\.5/);
        await reads("#qpu-step", /QPU 0, clock \d+/);
        const first = await page.textContent("#qpu-step");
        await page.click("#qpu-steps .forward");
        await page.waitForFunction((first) => document.querySelector("#qpu-step").textContent !== first, first);
        await page.click("#qpu-steps .back");
        await page.waitForFunction((first) => document.querySelector("#qpu-step").textContent === first, first);
        await page.waitForSelector(".cm-line.stepped");
        await picture("qpu");
    },

    async "the manual explains a rule"() {
        await tab("manual");
        await page.fill("#word", "scalar-needs-selector");
        await page.keyboard.press("Enter");
        await reads("#manual", /which component of the vector/);
        await picture("manual");
    },

    async "what a text says is no markup"() {
        const given = '<img src=x onerror="document.title=1">';
        await choose("toon.shader_test");
        await tab("picture");
        await reads("#status", /^Drawn in/);
        await behind("[test]");
        await page.keyboard.press("Enter");
        await page.keyboard.insertText(given);
        await reads("#problem-count", /error/);
        assert.equal(await page.locator("img").count(), 0);
        assert.notEqual(await page.title(), "1");
    },

    async "a megabyte and a program that never ends leave it alive"() {
        await choose("toon.shader_test");
        await reads("#status", /^Drawn in/);
        const megabyte = "!!ARBvp1.0\n" + "MOV result.position, vertex.position;\n".repeat(27_000) + "END\n";
        await paste(megabyte);
        // source: no driver takes so many; MAX_PROGRAM_INSTRUCTIONS is what docs/reference says of it.
        await reads("#problem-count", /error/);
        const endless = "[require]\nGL_NV_gpu_program4\nSIZE 500 500\n\n[fragment program]\n!!NVfp4.0\nTEMP t;\nMOV t, fragment.position;\nREP;\nADD.CC t.x, t.x, 1;\nBRK (LT.x);\nENDREP;\nMOV result.color, t;\nEND\n\n[test]\ndraw rect -1 -1 2 2\n";
        await paste(endless);
        await reads("#status", /^Drawing/);
        await page.click("#cancel");
        await reads("#status", /Ended/);
        await choose("lecture/lighting.shader_test");
        await reads("#status", /^Drawn in/);
        await picture("alive");
    },

    async "it is there in the dark, and on a small screen"() {
        await page.emulateMedia({ colorScheme: "dark" });
        await picture("dark");
        await page.setViewportSize({ width: 1024, height: 640 });
        await picture("small");
    },
};

let failed = 0;
for (const [name, step] of Object.entries(steps)) {
    const begun = performance.now();
    try {
        await step();
        console.log(`ok: ${name} (${Math.round(performance.now() - begun)} ms)`);
    } catch (error) {
        failed++;
        console.log(`FAILED: ${name}\n${error.stack}`);
        await picture("failed").catch(() => {});
        // What comes next begins where this should have led.
        break;
    }
}
await browser.close();
for (const complaint of complaints) console.log(`complaint: ${complaint}`);
process.exit(failed + complaints.length > 0 ? 1 : 0);
