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
  if (address.startsWith("play")) await settled(page);
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
const reviewed = "play/connect-four?human=both&moves=a+d+a+d+b+d+g+d";
screens.reviewed = () => shoot("reviewed", reviewed, { act: async (page) => {
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
const drawn = (page) => page.waitForSelector(".comparison tbody tr");
const at = (step) => async (page) => {
  await drawn(page);
  await page.locator(".playback > input[type=range]").fill(String(step));
  await page.locator(".playback > input[type=range]").blur();
};
const four = "think/connect-four?moves=d+d+d+d&depth=3&algorithms=minimax,alpha-beta";
screens.think = () => shoot("think", four, { size: [1440, 860], act: async (page) => {
  await at(70)(page);
  await page.locator("canvas.tree").nth(1).focus();
  while (!/^Cut/.test(await page.locator(".explain").innerText())) await page.keyboard.press("ArrowRight");
  await page.locator("canvas.tree").nth(1).blur();
} });
screens["think-end"] = () => shoot("think-end", four, { size: [1440, 1000], act: drawn });
// Frames of an animation.
screens["think-frames"] = async () => {
  const page = await browser.newPage({ viewport: { width: 1240, height: 720 }, locale: "en", bypassCSP: true });
  await page.goto(`${studio.url}think/connect-four?moves=d+d+c&depth=2&algorithms=alpha-beta`);
  await drawn(page);
  await page.addStyleTag({ content: ".tree { height: 330px !important } .tree-zoom { display: none !important }" });
  const last = Number(await page.locator(".playback > input[type=range]").getAttribute("max"));
  const steps = [...Array(last).keys()].map((index) => index + 1).concat([last, last, last]);
  for (const [index, step] of steps.entries()) {
    await page.locator(".playback > input[type=range]").fill(String(step));
    await page.locator(".playback > input[type=range]").blur();
    await page.waitForTimeout(120);
    const name = String(index).padStart(2, "0");
    const { x, y, width } = await page.locator(".think-main").boundingBox();
    await page.screenshot({ path: `${folder}/think-frame-${name}.png`, clip: { x, y, width, height: 462 } });
  }
  await page.close();
};
screens["think-dark"] = () => shoot("think-dark", "think/othello?depth=3&algorithms=alpha-beta&order=on", { size: [1440, 1000], colorScheme: "dark", act: at(60) });
screens["think-four"] = () => shoot("think-four", "think/gomoku?moves=h8+i9&depth=2&algorithms=minimax,alpha-beta,pvs,mtdf&order=on", { size: [1600, 1100], act: at(400) });
screens["think-zh"] = () => shoot("think-zh", "think/xiangqi?depth=2&algorithms=alpha-beta,pvs&order=on", { size: [1440, 1000], locale: "zh-CN", colorScheme: "dark", act: at(300) });
screens["think-quiz"] = () => shoot("think-quiz", "think/connect-four?depth=3&algorithms=alpha-beta", { size: [1280, 1000], act: async (page) => {
  await drawn(page);
  await open("Quiz")(page);
  await open("Start")(page);
  await open("Cut")(page);
} });
screens["phone-think"] = () => shoot("phone-think", "think/knight-duel?depth=2&algorithms=alpha-beta", { ...phone, act: at(60) });
const asked = process.argv.slice(3);
for (const [name, take] of Object.entries(screens)) {
  if (asked.length === 0 || asked.includes(name)) await take();
}
await browser.close();
studio.stop();
