// How fast the studio is, as a person sees it: `node e2e/measure.mjs [NAME...]`. One JSON object per figure.
import { settled, startBrowser, startStudio } from "./support.mjs";

const RUNS = 15;
const median = (values) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)];
const say = (what, values) =>
  console.log(JSON.stringify({ what, runs: values.length, median_ms: Math.round(median(values)), worst_ms: Math.round(Math.max(...values)) }));

const studio = await startStudio();
const browser = await startBrowser();

async function open(address) {
  const page = await browser.newPage({ viewport: { width: 1280, height: 860 }, reducedMotion: "reduce" });
  await page.goto(studio.url + address);
  await page.waitForSelector("svg.board");
  await settled(page);
  return page;
}

/** From the navigation until the board can be played on. */
async function firstPaint() {
  const times = [];
  for (let run = 0; run < RUNS; run += 1) {
    const page = await browser.newPage();
    await page.goto(`${studio.url}play/gomoku?level=1`);
    times.push(await page.evaluate(() => new Promise((resolve) => {
      const look = () => (document.querySelector('.cell[aria-label*="legal"]') ? resolve(performance.now()) : requestAnimationFrame(look));
      look();
    })));
    await page.close();
  }
  say("navigation to a board that can be played", times);
}

/** From a click to the drawn reply of an engine that thinks for no time to speak of. */
async function clickToReply() {
  const page = await open("play/gomoku?level=1");
  const times = [];
  for (let run = 0; run < RUNS; run += 1) {
    await settled(page);
    const time = await page.evaluate((index) => new Promise((resolve) => {
      const legal = document.querySelectorAll('.cell[aria-label*="legal"]');
      const target = legal[(index * 13) % legal.length];
      const before = document.querySelectorAll(".piece").length;
      const begin = performance.now();
      target.dispatchEvent(new MouseEvent("click", { bubbles: true }));
      const look = () => {
        const over = document.querySelector(".next .primary");
        if (document.querySelectorAll(".piece").length >= before + 2 || over) resolve(performance.now() - begin);
        else requestAnimationFrame(look);
      };
      look();
    }), run);
    times.push(time);
    if (await page.getByRole("button", { name: "Again" }).isVisible()) await page.getByRole("button", { name: "Again" }).click();
  }
  await page.close();
  say("click to the drawn reply, gomoku level 1, thinking included", times);
}

/** From the command to stop until the server has sent the end of the search. */
async function stop() {
  const page = await open("play/xiangqi?human=both");
  const times = await page.evaluate(async (runs) => {
    const json = { "content-type": "application/json" };
    const post = (path, body) => fetch(path, { method: "POST", headers: json, body: JSON.stringify(body) });
    const { id } = await (await post("/api/games", { game: "xiangqi" })).json();
    const found = [];
    for (let run = 0; run < runs; run += 1) {
      const reader = (await post(`/api/games/${id}/search`, { endless: true })).body.getReader();
      await reader.read();
      await new Promise((resolve) => setTimeout(resolve, 300));
      const begin = performance.now();
      const stopped = fetch(`/api/games/${id}/stop`, { method: "POST" });
      while (!(await reader.read()).done);
      found.push(performance.now() - begin);
      await stopped;
    }
    return found;
  }, RUNS);
  await page.close();
  say("stop to the end of the search, xiangqi", times);
}

/** One event per frame of a search with 5,000 recorded nodes, the complete tree in sight. */
async function treeSteps() {
  const page = await browser.newPage({ viewport: { width: 1280, height: 860 } });
  await page.goto(`${studio.url}think/connect-four?depth=5&algorithms=minimax`);
  await page.waitForSelector(".comparison tbody tr", { timeout: 60_000 });
  await page.getByRole("button", { name: "Complete tree" }).click();
  await page.getByRole("button", { name: "Show all" }).click();
  for (const what of ["all of it in sight", "at a readable size"]) {
    if (what !== "all of it in sight") for (let press = 0; press < 16; press += 1) await page.getByRole("button", { name: "Zoom in" }).click();
    const before = await page.evaluate(() => Number(document.querySelector(".playback > input").value));
    const times = await page.evaluate(() => new Promise((resolve) => {
      const found = [];
      let before = performance.now();
      const next = (now) => {
        if (found.length === 240) return resolve(found.slice(1));
        found.push(now - before);
        before = now;
        document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowLeft", bubbles: true }));
        requestAnimationFrame(next);
      };
      requestAnimationFrame(next);
    }));
    say(`frame while a tree of 5,000 nodes steps, ${what}`, times);
    const event = await page.evaluate(() => Number(document.querySelector(".playback > input").value));
    const seconds = times.reduce((sum, time) => sum + time, 0) / 1000;
    console.log(JSON.stringify({ what: `events per second, ${what}`, events: before - event, per_second: Math.round((before - event) / seconds) }));
  }
  await page.close();
}

/** 50 games that all think: how long other requests take, and that all get their reply. Without a browser, which would
 * hold back all but six requests. */
async function load() {
  const headers = { "content-type": "application/json" };
  const post = (path, body) => fetch(studio.url + path, { method: "POST", headers, body: JSON.stringify(body) });
  const kinds = ["gomoku", "xiangqi", "othello", "knight-duel", "connect-four"];
  const games = [];
  for (let index = 0; index < 50; index += 1) {
    games.push((await (await post("api/games", { game: kinds[index % 5] })).json()).id);
  }
  let thinking = games.length;
  const plays = games.map(async (id) => {
    const text = await (await post(`api/games/${id}/search`, { seconds: 0.2, play: true })).text();
    thinking -= 1;
    return text.includes("event: state");
  });
  const times = [];
  while (thinking > 0) {
    const begin = performance.now();
    await (await fetch(`${studio.url}api/games`)).json();
    times.push(performance.now() - begin);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  const replied = (await Promise.all(plays)).filter(Boolean).length;
  say("GET /api/games while 50 games think", times);
  console.log(JSON.stringify({ what: "games of 50 that got their reply", replied, server_rss_mib: studio.memory() }));
}

const all = { firstPaint, clickToReply, stop, treeSteps, load };
const asked = process.argv.slice(2);
for (const [name, measure] of Object.entries(all)) {
  if (asked.length === 0 || asked.includes(name)) await measure();
}
await browser.close();
studio.stop();
