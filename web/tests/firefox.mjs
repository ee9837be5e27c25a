// The shortest way through the page in Firefox: node firefox.mjs BROWSER PAGE PICTURES. A picture from a file, a mistake,
// a pixel, a step back. The long way is `walk.mjs`.

import assert from "node:assert/strict";
import { mkdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

import puppeteer from "puppeteer-core";

const [executablePath, folder, pictures] = process.argv.slice(2);
mkdirSync(pictures, { recursive: true });
const browser = await puppeteer.launch({ browser: "firefox", executablePath, headless: true });
const page = await browser.newPage();
const complaints = [];
page.on("pageerror", (error) => complaints.push(error.message));
page.setDefaultTimeout(60_000);
await page.setViewport({ width: 1280, height: 800 });

async function reads(selector, pattern) {
    await page.waitForFunction(
        (selector, source) => new RegExp(source).test(document.querySelector(selector)?.textContent ?? ""),
        {},
        selector,
        pattern.source,
    );
}

try {
    const begun = performance.now();
    await page.goto(pathToFileURL(resolve(folder, "index.html")).href);
    await reads("#status", /^Drawn in/);
    console.log(`first picture: ${Math.round(performance.now() - begun)} ms`);
    const corner = await page.$eval("#picture", (canvas) => [...canvas.getContext("2d").getImageData(2, 2, 1, 1).data]);
    // source: `clear color 0.93 0.92 0.88 1` of examples/toon.shader_test, times 255, rounded.
    assert.deepEqual(corner, [237, 235, 224, 255]);
    // A point on the torus, as in walk.mjs.
    const box = await (await page.$("#picture")).boundingBox();
    await page.mouse.click(box.x + box.width * 0.75, box.y + box.height * 0.5);
    await reads("#history", /fragment 1: primitive/);
    await page.$eval("#history .stepper .last", (button) => button.click());
    await reads("#history .step", /MOV result\.color\.w, 1\.0/);
    await page.$eval("#history .stepper .back", (button) => button.click());
    await reads("#history .step", /MUL result\.color\.xyz, color, level\.x/);
    await page.screenshot({ path: join(pictures, "firefox-pixel.png") });
    await page.focus(".cm-content");
    await page.keyboard.down("Control");
    await page.keyboard.press("Home");
    await page.keyboard.up("Control");
    await page.keyboard.type("[vertex program]\n!!ARBvp1.0\nMUP\n");
    await reads("#problem-count", /error/);
    await page.screenshot({ path: join(pictures, "firefox-mistake.png") });
    assert.deepEqual(complaints, []);
    console.log("ok");
} finally {
    await browser.close();
}
