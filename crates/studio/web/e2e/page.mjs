// Tests with a page of their own, in a studio and a browser that the tests of one file share.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { after, before, test } from "node:test";
import { chromiumPath, settled, startBrowser, startStudio } from "./support.mjs";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const missing = chromiumPath() ? false : "no Chromium";
let studio;
let browser;

before(async () => {
  if (missing) return;
  studio = await startStudio();
  browser = await startBrowser();
});

after(async () => {
  await browser?.close();
  studio?.stop();
});

/** A test with a page of its own, which must show no error in the console and have no serious fault for axe. */
export function onPage(name, address, run, options = {}) {
  test(name, { skip: missing, timeout: 240_000 }, async () => {
    const context = await browser.newContext({ viewport: { width: 1280, height: 860 }, locale: "en", ...options });
    // Axe is part of the test, not of the page: the policy of the page does not apply to it.
    const page = await context.newPage();
    const errors = [];
    page.on("console", (message) => message.type() === "error" && errors.push(message.text()));
    page.on("pageerror", (error) => errors.push(String(error)));
    try {
      await page.goto(studio.url + address);
      await page.waitForSelector("svg.board, canvas.map");
      if (address.startsWith("play")) await settled(page);
      await run(page, context);
      await checkWithAxe(page);
      assert.deepEqual(errors.filter((text) => !options.expected?.test(text)), []);
    } finally {
      await context.close();
    }
  });
}

export async function checkWithAxe(page) {
  await page.evaluate(axe);
  const found = await page.evaluate(() => window.axe.run({ resultTypes: ["violations"] }));
  const serious = found.violations.filter(({ impact }) => impact === "serious" || impact === "critical");
  const text = serious.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html.slice(0, 160)).join("; ")}`);
  assert.deepEqual(text, []);
}
