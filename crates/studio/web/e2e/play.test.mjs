// The studio as a person uses it, in a real browser: `node --test e2e/`.
import assert from "node:assert/strict";
import { checkWithAxe, onPage } from "./page.mjs";
import { cell, settled } from "./support.mjs";

const headline = (page) => page.locator(".headline").innerText();
const button = (page, name) => page.getByRole("button", { name, exact: true });
const moves = (page) => page.locator(".moves .move").allInnerTexts();

/** Plays legal moves until the game is over. */
async function playToTheEnd(page, limit) {
  for (let turn = 0; turn < limit; turn += 1) {
    await settled(page);
    if (await button(page, "Again").isVisible()) return turn;
    const before = (await moves(page)).length;
    const pass = button(page, "Pass");
    if (await pass.isVisible()) {
      await pass.click();
    } else {
      const legal = page.locator('.cell[aria-label*="legal"]');
      const count = await legal.count();
      assert.ok(count > 0, await headline(page));
      await legal.nth((turn * 7) % count).click();
    }
    await page.waitForFunction((count) => document.querySelectorAll(".moves .move").length > count, before);
  }
  throw new Error(`not over after ${limit} turns: ${await headline(page)}`);
}

onPage("a game of gomoku to its end", "play/gomoku?level=4&set=game.rows=9&set=game.columns=9", async (page) => {
  await playToTheEnd(page, 90);
  assert.match(await headline(page), /wins: five in a row|A draw/);
  if (/wins/.test(await headline(page))) assert.ok((await page.locator(".winning").count()) >= 5);
  await button(page, "Again").click();
  await page.waitForFunction(() => document.querySelectorAll(".moves .move").length === 0);
});

onPage("a game of othello to its end", "play/othello?level=1", async (page) => {
  await playToTheEnd(page, 70);
  assert.match(await headline(page), /\d+ to \d+|draw/);
});

onPage("a game of knights to its end", "play/knight-duel?level=2", async (page) => {
  await playToTheEnd(page, 70);
  assert.match(await headline(page), /wins/);
  assert.ok((await page.locator('.cell[aria-label*="visited"]').count()) > 2);
});

onPage("a game of Connect Four to its end", "play/connect-four?set=search.depth=2", async (page) => {
  await playToTheEnd(page, 50);
  assert.match(await headline(page), /four in a row|A draw/);
});

onPage("a game of xiangqi, with a piece picked up and resignation", "play/xiangqi?level=1", async (page) => {
  for (const [from, to] of [["h2", "e2"], ["h0", "g2"], ["b0", "c2"]]) {
    await settled(page);
    await cell(page, from).click();
    assert.ok((await page.locator(".target, .target-capture").count()) > 0);
    const before = (await moves(page)).length;
    await cell(page, to).click();
    await page.waitForFunction((count) => document.querySelectorAll(".moves .move").length >= count + 2, before);
  }
  await settled(page);
  await button(page, "Resign").click();
  await page.waitForFunction(() => /resignation/.test(document.querySelector(".headline").textContent));
  await button(page, "letters").click();
  assert.equal(await page.locator(".face").first().innerText().catch(() => "R"), "R");
});

onPage("pieces are dragged", "play/xiangqi?human=both", async (page) => {
  const [from, to] = [await cell(page, "h2").boundingBox(), await cell(page, "e2").boundingBox()];
  await page.mouse.move(from.x + 10, from.y + 10);
  await page.mouse.down();
  await page.mouse.move(to.x + 10, to.y + 10, { steps: 5 });
  await page.mouse.up();
  await page.waitForFunction(() => document.querySelectorAll(".moves .move").length === 1);
  assert.deepEqual(await moves(page), ["h2e2"]);
});

onPage("undo, redo, branches and jumps", "play/connect-four?human=both", async (page) => {
  for (const name of ["d1", "d2", "e1"]) {
    const before = (await moves(page)).length;
    await cell(page, name).click();
    await page.waitForFunction((count) => document.querySelectorAll(".moves .move").length > count, before);
  }
  await button(page, "Undo").click();
  await page.waitForSelector('.cell[aria-label^="e1, empty"]');
  await button(page, "Redo").click();
  await page.waitForSelector('.cell[aria-label^="e1, red"], .cell[aria-label^="e1, Red"]');
  await page.locator(".moves .move").first().click();
  await page.waitForFunction(() => document.querySelectorAll(".piece").length === 1);
  await cell(page, "c1").click();
  await page.waitForSelector(".branch");
  assert.deepEqual(await moves(page), ["d", "c"]);
  await page.locator(".branch").click();
  await page.waitForFunction(() => document.querySelectorAll(".moves .move").length === 3);
});

onPage("undo against the engine goes back to the own move", "play/othello?level=1", async (page) => {
  await page.locator('.cell[aria-label*="legal"]').first().click();
  await page.waitForFunction(() => document.querySelectorAll(".moves .move").length === 2);
  await settled(page);
  await button(page, "Undo").click();
  await page.waitForFunction(() => document.querySelectorAll(".piece").length === 4);
  assert.match(await headline(page), /Your move/);
});

onPage("a hint is shown and takes nothing from the game", "play/othello?level=1", async (page) => {
  await button(page, "Hint").click();
  await page.waitForSelector(".hint-ring", { timeout: 30_000 });
  assert.deepEqual(await moves(page), []);
});

onPage("the analysis shows lines and stops at once", "play/gomoku?human=both&moves=h8+i9", async (page) => {
  await button(page, "Analyse").click();
  await page.waitForFunction(() => document.querySelectorAll(".lines button").length >= 1, undefined, { timeout: 30_000 });
  assert.ok((await page.locator(".candidate").count()) >= 1);
  assert.match(await page.locator(".eval-bar").getAttribute("aria-label"), /[+-]?\d/);
  await page.locator(".lines button").first().hover();
  await page.waitForSelector(".ghost");
  await button(page, "Stop").click();
  await page.waitForFunction(() => !document.querySelector("button.stop"));
  const nodes = await page.locator(".figures dd").nth(2).innerText();
  await page.waitForTimeout(600);
  assert.equal(await page.locator(".figures dd").nth(2).innerText(), nodes);
});

onPage("a position is pasted, and a bad one is refused with its place", "play/gomoku?human=both", async (page) => {
  await button(page, "Share").click();
  await page.locator("#paste").fill("h8 i9 zz");
  await button(page, "Load").click();
  await page.waitForSelector("dialog .problem");
  await page.locator("#paste").fill("h8i9g7");
  await button(page, "Load").click();
  await page.waitForFunction(() => !document.querySelector("dialog") && document.querySelectorAll(".piece").length === 3);
  assert.deepEqual(await moves(page), ["h8", "i9", "g7"]);
}, { expected: /422/ });

onPage("a file is loaded, and records and pictures are saved", "play/othello?human=both", async (page) => {
  await button(page, "Share").click();
  const buffer = Buffer.from("d3c3c4");
  await page.locator("#file").setInputFiles({ name: "game.txt", mimeType: "text/plain", buffer });
  await page.waitForFunction(() => document.querySelector("#paste").value === "d3c3c4");
  await button(page, "Load").click();
  await page.waitForFunction(() => document.querySelectorAll(".moves .move").length === 3);
  await button(page, "Share").click();
  for (const [name, expected] of [["Download", "othello.moves"], ["Download picture (SVG)", "othello.svg"], ["Download picture (PNG)", "othello.png"]]) {
    const saved = page.waitForEvent("download");
    await button(page, name).click();
    assert.equal((await saved).suggestedFilename(), expected);
  }
});

onPage("a link shows the same game", "play/gomoku?human=both&set=game.rule=renju", async (page, context) => {
  for (const name of ["h8", "i9", "g7"]) {
    const before = (await moves(page)).length;
    await cell(page, name).click();
    await page.waitForFunction((count) => document.querySelectorAll(".moves .move").length > count, before);
  }
  const other = await context.newPage();
  await other.goto(page.url());
  await other.waitForSelector("svg.board");
  assert.deepEqual(await moves(other), ["h8", "i9", "g7"]);
  assert.equal(other.url(), page.url());
  assert.match(other.url(), /set=game\.rule=renju/);
});

onPage("forbidden points say why", "play/gomoku?set=game.rule=renju&human=both&moves=h8+a1+i9+a2+h10+a4+g9+o15", async (page) => {
  await page.waitForSelector("path.forbidden");
  await page.locator('.cell[aria-label^="h9,"]').click();
  assert.match(await page.locator(".problem").innerText(), /forbidden: double three/);
});

onPage("an illegal move is refused with the rule", "play/xiangqi?human=both", async (page) => {
  await cell(page, "h0").click();
  await cell(page, "h4").click();
  await page.waitForSelector(".problem");
  assert.match(await page.locator(".problem").innerText(), /horse/);
}, { expected: /422/ });

onPage("another configuration takes over, and a mistake in it is located", "play/othello?human=both", async (page) => {
  await button(page, "full strength").click();
  await page.waitForFunction(() => document.querySelector("#config").value.includes("[search]"));
  const text = await page.locator("#config").inputValue();
  await page.locator("#config").fill(text.replace("algorithm =", "algoritm ="));
  await button(page, "Apply").click();
  await page.waitForSelector("dialog .problem");
  assert.match(await page.locator("dialog .problem").innerText(), /^config:\d+: search\.algoritm: unknown key/);
  await page.locator("#config").fill(text.replace('algorithm = "pvs"', 'algorithm = "mtdf"'));
  await button(page, "Apply").click();
  await page.waitForFunction(() => document.querySelector("dialog .notice").textContent !== "");
}, { expected: /422/ });

onPage("a new game takes side, strength, size and rules", "play/gomoku?level=3", async (page) => {
  await button(page, "New game").click();
  await page.getByRole("radio", { name: "White" }).check();
  await page.locator("select[name=engine]").selectOption("level:1");
  await page.locator("select[name=size]").selectOption("9");
  await page.locator("select[name=rule]").selectOption("standard");
  await button(page, "Play").click();
  await page.waitForFunction(() => document.querySelectorAll(".cell").length === 81);
  await page.waitForFunction(() => document.querySelectorAll(".piece").length === 1, undefined, { timeout: 30_000 });
  assert.match(page.url(), /level=1/);
  assert.match(page.url(), /human=second/);
});

onPage("the evaluation is explained term by term", "play/xiangqi?human=both", async (page) => {
  await button(page, "Explain").click();
  await page.waitForFunction(() => document.querySelectorAll(".terms tbody tr").length > 3);
  assert.match(await page.locator(".terms").innerText(), /mobility/);
});

onPage("a review marks the moves that lost something", "play/connect-four?human=both&moves=a+d+a+d+b+d+g+d", async (page) => {
  await button(page, "Review").click();
  await page.waitForFunction(() => /Review: \d/.test(document.querySelector(".status").textContent), undefined, { timeout: 60_000 });
  assert.ok((await page.locator(".move.blunder, .move.mistake, .move.inaccuracy").count()) >= 1);
});

onPage("a game that ended on the server is opened again", "play/connect-four?human=both&moves=d+d", async (page, context) => {
  let isFirst = true;
  await page.route("**/api/games/*/moves", async (route) => {
    const url = route.request().url().replace("/moves", "");
    if (isFirst) await context.request.delete(url);
    isFirst = false;
    await route.continue();
  });
  await cell(page, "e1").click();
  await page.waitForFunction(() => document.querySelectorAll(".moves .move").length === 3);
}, { expected: /404/ });

onPage("engine against engine plays, pauses and goes on", "play/connect-four?human=none&set=search.depth=2", async (page) => {
  await page.waitForFunction(() => document.querySelectorAll(".moves .move").length >= 2);
  await button(page, "Pause").click();
  await page.waitForSelector("text=Let the engine move");
  const count = (await moves(page)).length;
  await page.waitForTimeout(800);
  assert.equal((await moves(page)).length, count);
  await button(page, "Let the engine move").click();
  await page.waitForFunction((before) => document.querySelectorAll(".moves .move").length > before + 1, count);
});

onPage("keyboard only", "play/gomoku?level=1", async (page) => {
  await page.locator('.cell[tabindex="0"]').focus();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.querySelectorAll(".moves .move").length === 2);
  assert.equal((await moves(page))[0], "i9");
  await settled(page);
  await page.keyboard.press("u");
  await page.waitForFunction(() => document.querySelectorAll(".piece").length === 0);
  await page.keyboard.press("]");
  await page.waitForFunction(() => document.querySelectorAll(".piece").length === 1);
  await page.keyboard.press("?");
  await page.waitForSelector("dialog[open]");
  await page.keyboard.press("Escape");
  await page.waitForFunction(() => !document.querySelector("dialog[open]"));
});

onPage("Chinese", "play/xiangqi?level=1", async (page) => {
  assert.match(await headline(page), /轮到你：红方/);
  assert.equal(await page.evaluate(() => document.documentElement.lang), "zh-Hans");
  await button(page, "English").click();
  assert.match(await headline(page), /Your move: Red/);
}, { locale: "zh-CN" });

for (const [name, colorScheme] of [["phone, light", "light"], ["phone, dark", "dark"]]) {
  onPage(name, "play/gomoku?level=1", async (page) => {
    await page.locator('.cell[aria-label^="h8,"]').tap();
    await page.waitForFunction(() => document.querySelectorAll(".moves .move").length === 2);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    assert.ok(wide <= 0, `the page is ${wide} px too wide`);
  }, { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, colorScheme, reducedMotion: "reduce" });
}

onPage("dialogues are accessible", "play/gomoku?level=3&moves=h8+i9", async (page) => {
  for (const name of ["New game", "Share", "Keys", "Level 3", "Explain"]) {
    await button(page, name).click();
    await page.waitForSelector("dialog[open]");
    await checkWithAxe(page);
    await page.keyboard.press("Escape");
    await page.waitForFunction(() => !document.querySelector("dialog[open]"));
  }
}, { colorScheme: "dark" });

onPage("paths: draw a wall, move the goal, animate, compare", "paths?algorithms=astar,bfs", async (page) => {
  const counters = page.locator(".counters").first();
  await page.waitForSelector(".counters span");
  const before = await counters.innerText();
  const box = await page.locator("canvas.map").first().boundingBox();
  // A wall across the map with one stroke.
  await page.mouse.move(box.x + box.width * 0.5, box.y + 4);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * 0.5, box.y + box.height - 4, { steps: 60 });
  await page.mouse.up();
  await page.waitForFunction((text) => document.querySelector(".counters").textContent !== text, before);
  await page.waitForFunction(() => /no path|steps/.test(document.querySelector(".counters").textContent));
  await page.locator("select[name=map]").selectOption("kind:maze");
  await page.waitForFunction(() => /\d+ steps/.test(document.querySelector(".counters").textContent));
  await page.getByRole("button", { name: "Animate" }).click();
  await page.waitForFunction(() => /expanded [1-9]\d* of/.test(document.querySelector(".counters").textContent));
  await page.getByRole("button", { name: "Pause" }).click().catch(() => {});
  await page.getByRole("button", { name: "One expansion back" }).click();
  await page.getByRole("button", { name: "All algorithms" }).click();
  await page.waitForFunction(() => document.querySelectorAll(".comparison tbody tr").length === 13);
  const lengths = await page.locator(".comparison tbody td:nth-child(2)").allInnerTexts();
  assert.equal(new Set(lengths.filter((text) => text !== "–")).size, 1);
});

onPage("paths: a link shows the same map", "paths?algorithms=jps&movement=eight", async (page, context) => {
  await page.waitForFunction(() => /map=/.test(location.search));
  const other = await context.newPage();
  await other.goto(page.url());
  await other.waitForSelector(".counters span");
  assert.equal(await other.locator(".counters").innerText(), await page.locator(".counters").innerText());
});

onPage("paths: keyboard only", "paths?algorithms=astar", async (page) => {
  await page.waitForSelector(".counters span");
  await page.locator("canvas.map").focus();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowDown");
  const address = page.url();
  await page.keyboard.press("Enter");
  assert.match(await page.locator(".cell-info").innerText(), /row 1, column 1/);
  await page.waitForFunction((before) => location.href !== before, address);
});
