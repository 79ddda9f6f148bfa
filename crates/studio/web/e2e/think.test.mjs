// Watch it think: trees of recorded searches, in a real browser.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { checkWithAxe, onPage } from "./page.mjs";

const button = (page, name) => page.getByRole("button", { name, exact: true });
const drawn = (page) => page.waitForSelector(".comparison tbody tr");
const slider = (page) => page.locator(".playback > input[type=range]");
const step = async (page) => Number(await slider(page).inputValue());
const explain = (page) => page.locator(".explain").innerText();
const title = (page) => page.locator(".think-board h2").innerText();
const figures = (page) =>
  page.locator(".comparison tbody tr").evaluateAll((rows) => rows.map((row) => [...row.cells].map((each) => each.innerText)));

/** What a picture has: the number of colours that are not the ground. */
const ink = (page) =>
  page.locator("canvas.tree").first().evaluate((canvas) => {
    const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
    let count = 0;
    for (let at = 0; at < data.length; at += 4) if (data[at] !== data[0] || data[at + 1] !== data[1]) count += 1;
    return count;
  });

/** Waits until something holds: a picture is drawn a frame later. */
async function until(holds, what) {
  for (let tries = 0; tries < 100; tries += 1) {
    if (await holds()) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  assert.fail(what);
}

onPage("think: forwards and backwards with buttons, keys and slider", "think/connect-four?moves=d+d&depth=2&algorithms=alpha-beta", async (page) => {
  await drawn(page);
  const end = await step(page);
  assert.match(await explain(page), /The search is complete: the position is worth .* for Red/);
  await page.waitForTimeout(300);
  const full = await ink(page);
  await page.locator("body").press("Home");
  assert.equal(await step(page), 0);
  assert.match(await explain(page), /Nothing has been searched/);
  await until(async () => (await ink(page)) < full / 4, "an empty tree");
  await button(page, "One event on").click();
  assert.match(await explain(page), /The search begins: Red to move, 2 plies deep/);
  await page.locator("body").press("ArrowRight");
  assert.match(await explain(page), /Red tries a\. Plies left: 1\. Any value would matter/);
  assert.equal(await title(page), "a");
  await page.waitForFunction(() => document.querySelectorAll(".piece").length === 3);
  await page.locator("body").press("ArrowRight");
  assert.match(await explain(page), /Yellow tries a, and the horizon is reached/);
  await page.waitForFunction(() => document.querySelectorAll(".piece").length === 4);
  await page.locator("body").press("ArrowRight");
  assert.match(await explain(page), /The position is evaluated/);
  await page.locator("body").press("ArrowUp");
  assert.match(await title(page), /^a$/);
  await button(page, "One event back").click();
  await page.locator("body").press("End");
  assert.equal(await step(page), end);
  await until(async () => (await ink(page)) === full, "the same tree at the end");
  await page.waitForFunction(() => document.querySelectorAll(".piece").length === 2);
});

onPage("think: playback with speed and pause", "think/connect-four?depth=3&algorithms=alpha-beta", async (page) => {
  await drawn(page);
  await page.locator(".playback .inline input[type=range]").fill("4");
  await button(page, "Animate").click();
  await page.waitForFunction(() => Number(document.querySelector(".playback > input").value) > 20);
  await button(page, "Pause").click();
  // The frame that was due when the button was pressed is still drawn.
  await button(page, "Animate").waitFor();
  await page.waitForTimeout(100);
  const at = await step(page);
  await page.waitForTimeout(300);
  assert.equal(await step(page), at);
});

onPage("think: four algorithms side by side agree, with their counts", "think/connect-four?depth=4&algorithms=minimax,alpha-beta,pvs,mtdf", async (page) => {
  await drawn(page);
  assert.equal(await page.locator("canvas.tree").count(), 4);
  const rows = await figures(page);
  assert.deepEqual(rows.map((row) => row[0]), ["Minimax", "Alpha-beta", "PVS", "MTD(f)"]);
  assert.equal(Number(rows[0][1]), 7 + 49 + 343 + 2401);
  assert.ok(Number(rows[1][1]) < Number(rows[0][1]) / 2, `${rows[1][1]} nodes`);
  assert.equal(new Set(rows.map((row) => row[5])).size, 1, "one value");
  const counters = await page.locator(".tree-column .counters").allInnerTexts();
  assert.match(counters[0], /2800 of 2800 nodes\s+0 cut off/);
  // A good order of moves saves nodes.
  const before = Number(rows[1][1]);
  await page.locator("select[name=order]").selectOption("on");
  await page.waitForFunction((count) => Number(document.querySelector('tr[data-algorithm="alpha-beta"] td')?.innerText) < count, before);
  await page.locator("label:has(input[name=mtdf])").click();
  await page.waitForFunction(() => document.querySelectorAll("canvas.tree").length === 3);
  assert.match(page.url(), /algorithms=minimax,alpha-beta,pvs&order=on/);
});

onPage("think: the quiz asks, explains and counts", "think/connect-four?depth=3&algorithms=minimax,alpha-beta", async (page) => {
  await drawn(page);
  await button(page, "Quiz").click();
  await button(page, "Start").click();
  let right = 0;
  for (let asked = 1; asked <= 5; asked += 1) {
    assert.match(await page.locator(".quiz").innerText(), /Does alpha-beta cut the other moves/);
    await checkWithAxe(page);
    await button(page, asked % 2 ? "Cut" : "Search on").click();
    const text = await page.locator(".quiz").innerText();
    const cuts = /Cut: /.test(text);
    // The explanation of a cut names the moves that are left out; else the window is open.
    assert.ok(cuts !== /a value inside is still possible/.test(text), text);
    const isRight = cuts === (asked % 2 === 1);
    right += isRight ? 1 : 0;
    assert.match(text, isRight ? /Right\./ : /No\./);
    assert.ok(text.includes(`${right} of ${asked} right`), text);
    await button(page, "Next question").click();
  }
});

onPage("think: a recording is saved and opened again", "think/othello?depth=2&algorithms=alpha-beta", async (page) => {
  await drawn(page);
  const before = await figures(page);
  const saving = page.waitForEvent("download");
  await button(page, "Save recording").click();
  const download = await saving;
  assert.equal(download.suggestedFilename(), "othello-alpha-beta-2.json");
  const path = await download.path();
  const trace = JSON.parse(await readFile(path, "utf8"));
  assert.equal(trace.format, "plywood-trace");
  await page.goto(`${new URL(page.url()).origin}/think/connect-four?depth=1`);
  await drawn(page);
  const choosing = page.waitForEvent("filechooser");
  await button(page, "Open recording").click();
  await (await choosing).setFiles(path);
  await page.waitForFunction(() => document.querySelectorAll(".comparison tbody tr").length === 1);
  assert.deepEqual(await figures(page), before);
  // Its board comes from the configuration in the file.
  await page.waitForFunction(() => document.querySelectorAll(".piece").length === 4);
  const [chooser] = await Promise.all([page.waitForEvent("filechooser"), button(page, "Open recording").click()]);
  const broken = { name: "bad.json", mimeType: "application/json", buffer: Buffer.from(JSON.stringify({ ...trace, version: 2 })) };
  await chooser.setFiles(broken);
  await page.waitForSelector("text=found a fault in: version");
  await button(page, "Close file").click();
  await page.waitForFunction(() => document.querySelectorAll("canvas.tree").length === 2);
});

onPage("think: the play page leads to the tree of its position", "play/gomoku?human=both&moves=h8+i9", async (page) => {
  await page.getByRole("link", { name: "Watch it think" }).click();
  await drawn(page);
  assert.match(page.url(), /think\/gomoku\?moves=h8\+i9&depth=2/);
  await page.waitForFunction(() => document.querySelectorAll(".piece").length === 2);
  // A move on the board searches the next position.
  await page.locator('.cell[aria-label^="g7,"]').click();
  await page.waitForFunction(() => /moves=h8\+i9\+g7/.test(location.search));
  await page.waitForFunction(() => document.querySelectorAll(".piece").length === 3);
});

onPage("think: a node that is clicked is shown on the board", "think/connect-four?depth=1&algorithms=minimax", async (page) => {
  await drawn(page);
  await button(page, "Show all").click();
  const box = await page.locator("canvas.tree").boundingBox();
  // Seven leaves beside each other: the one in the middle, below the root.
  for (let down = 0.3; down < 0.9 && (await title(page)) !== "d"; down += 0.04) {
    await page.mouse.click(box.x + box.width / 2, box.y + box.height * down);
  }
  assert.equal(await title(page), "d");
  await page.waitForFunction(() => document.querySelectorAll(".piece").length === 1);
});

onPage("think: a real engine names its techniques", "think/xiangqi?config=default&depth=4&algorithms=pvs", async (page) => {
  await drawn(page);
  assert.ok(Number((await figures(page))[0][3].replace("≥ ", "")) > 0);
});

onPage("think: Chinese, on a dark phone", "think/connect-four?depth=3", async (page) => {
  await drawn(page);
  assert.match(await explain(page), /搜索完成/);
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  assert.ok(wide <= 0, `the page is ${wide} px too wide`);
  await button(page, "测验").click();
  await button(page, "开始").click();
  await checkWithAxe(page);
}, { locale: "zh-CN", colorScheme: "dark", viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
