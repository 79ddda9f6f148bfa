// Pictures of every screen: `node e2e/screenshots.mjs FOLDER`.
import { mkdir } from "node:fs/promises";
import { cell, settled, startBrowser, startStudio } from "./support.mjs";

const folder = process.argv[2] ?? "screenshots";
await mkdir(folder, { recursive: true });
const studio = await startStudio();
const browser = await startBrowser();

async function shoot(name, address, { size = [1280, 860], act, ...context } = {}) {
  const page = await browser.newPage({ viewport: { width: size[0], height: size[1] }, locale: "en", ...context });
  page.on("console", (message) => message.type() === "error" && console.error(`${name}: ${message.text()}`));
  page.on("pageerror", (error) => console.error(`${name}: ${error}`));
  await page.goto(studio.url + address);
  if (!address.startsWith("paths")) await settled(page);
  if (act) await act(page);
  await page.waitForTimeout(400);
  await page.screenshot({ path: `${folder}/${name}.png` });
  await page.close();
}

const analyse = async (page) => {
  await page.getByRole("button", { name: "Analyse" }).click();
  await page.waitForTimeout(1500);
};
const open = (name) => (page) => page.getByRole("button", { name, exact: true }).click();
const gomoku = "play/gomoku?level=3&moves=h8+i9+g7+i7+i8+g8+h7+h6+j8";
const xiangqi = "play/xiangqi?level=3&moves=h2e2+h9g7+h0g2+i9h9+i0h0+b9c7";
const othello = "play/othello?level=3&moves=d3+c3+c4+c5+b4+d2";
const phone = { size: [390, 844], deviceScaleFactor: 2, hasTouch: true };

const screens = {
  gomoku: () => shoot("gomoku", gomoku, { act: analyse }),
  "gomoku-dark": () => shoot("gomoku-dark", gomoku, { colorScheme: "dark", act: open("Move numbers") }),
  renju: () => shoot("renju", "play/gomoku?set=game.rule=renju&human=both&moves=h8+a1+i9+a2+h10+a4+g9+o15"),
  "new-game": () => shoot("new-game", "play/gomoku?level=3", { act: open("New game") }),
  share: () => shoot("share", gomoku, { act: open("Share") }),
  keys: () => shoot("keys", gomoku, { act: open("Keys") }),
  explain: () => shoot("explain", xiangqi, { act: open("Explain") }),
  config: () => shoot("config", xiangqi, { act: open("Level 3") }),
  xiangqi: () => shoot("xiangqi", xiangqi, { act: analyse }),
  "xiangqi-picked": () => shoot("xiangqi-picked", xiangqi, { colorScheme: "dark", act: (page) => cell(page, "e2").click() }),
  "xiangqi-zh": () => shoot("xiangqi-zh", xiangqi, { colorScheme: "dark", locale: "zh-CN", act: (page) => cell(page, "e2").click() }),
  "xiangqi-letters": () => shoot("xiangqi-letters", xiangqi, { act: open("letters") }),
  othello: () => shoot("othello", othello, { act: analyse }),
  "othello-zh": () => shoot("othello-zh", othello, { locale: "zh-CN", colorScheme: "dark" }),
  knights: () => shoot("knights", "play/knight-duel?level=3&moves=b3+e3+c5+c4"),
  "connect-four": () => shoot("connect-four", "play/connect-four?moves=d+d+c+e+e+c", { act: analyse }),
  "phone-gomoku": () => shoot("phone-gomoku", gomoku, phone),
  "phone-xiangqi-zh": () => shoot("phone-xiangqi-zh", xiangqi, { ...phone, locale: "zh-CN", colorScheme: "dark" }),
};
const four = "play/connect-four?human=both&moves=a+d+a+d+b+d+g+d";
screens.reviewed = () => shoot("reviewed", four, { act: async (page) => {
  await open("Review")(page);
  await page.waitForSelector(".status .notice", { timeout: 60_000 });
  await page.locator(".moves .move").nth(4).click();
} });
screens.won = () => shoot("won", "play/gomoku?human=both&moves=h8+a1+h9+a2+h10+a3+h11+b4+h12", { colorScheme: "dark" });
screens.refused = () => shoot("refused", "play/xiangqi?human=both", { act: async (page) => {
  await cell(page, "h0").click();
  await cell(page, "h4").click();
} });
screens.hint = () => shoot("hint", xiangqi, { act: async (page) => {
  await open("Hint")(page);
  await page.waitForSelector(".hint-ring");
} });
screens.ghosts = () => shoot("ghosts", gomoku, { act: async (page) => {
  await analyse(page);
  await page.locator(".lines button").first().hover();
} });
screens["phone-new-game"] = () => shoot("phone-new-game", "play/gomoku?level=3", { ...phone, act: open("New game") });
screens.paths = () => shoot("paths", "paths?algorithms=astar,bfs", { size: [1440, 900], act: async (page) => {
  await page.waitForSelector(".counters span");
  await page.locator(".playback > input[type=range]").fill("260");
} });
screens["paths-all"] = () => shoot("paths-all", "paths?algorithms=jps&movement=eight", { colorScheme: "dark", size: [1280, 1200], act: async (page) => {
  await page.waitForSelector(".counters span");
  await page.getByRole("button", { name: "All algorithms" }).click();
} });
screens["paths-supply-zh"] = () => shoot("paths-supply-zh", "paths?algorithms=astar,bfs", { locale: "zh-CN", act: async (page) => {
  await page.waitForSelector(".counters span");
  await page.locator("select[name=map]").selectOption("lab:input_10");
} });
screens["phone-paths"] = () => shoot("phone-paths", "paths?algorithms=astar", phone);
const asked = process.argv.slice(3);
for (const [name, take] of Object.entries(screens)) {
  if (asked.length === 0 || asked.includes(name)) await take();
}
await browser.close();
studio.stop();
