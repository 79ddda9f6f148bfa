// A studio of our own and a real browser, for the end-to-end tests and the screenshots.
import { spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";

const root = fileURLToPath(new URL("../../../../", import.meta.url));

/** The browser: CHROMIUM, or where Debian and others put it. */
export function chromiumPath() {
  const places = [process.env.CHROMIUM, "/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];
  return places.find((path) => path && existsSync(path));
}

/** Starts a server on a free port: STUDIO, or the program of the last debug build. */
export async function startStudio(args = []) {
  const program = process.env.STUDIO ?? `${root}target/debug/studio`;
  const child = spawn(program, ["--port", "0", ...args], { stdio: ["ignore", "ignore", "pipe"] });
  const url = await new Promise((resolve, reject) => {
    let text = "";
    child.stderr.on("data", (data) => {
      text += data;
      const found = /http:\/\/[\w.:]+\//.exec(text);
      if (found) resolve(found[0]);
    });
    child.on("exit", (code) => reject(new Error(`studio ended with ${code}: ${text}`)));
    child.on("error", reject);
  });
  /** What the server holds in memory, in MiB, where the system says so. */
  const memory = () => {
    const status = existsSync(`/proc/${child.pid}/status`) ? readFileSync(`/proc/${child.pid}/status`, "utf8") : "";
    const found = /VmRSS:\s+(\d+)/.exec(status);
    return found ? Math.round(Number(found[1]) / 1024) : null;
  };
  return { url, memory, stop: () => child.kill() };
}

/** A browser without a window. */
export function startBrowser() {
  return chromium.launch({ executablePath: chromiumPath(), args: ["--no-sandbox"] });
}

/** The middle of a place of the board, by its name. */
export function cell(page, name) {
  return page.locator(`.cell[aria-label^="${name},"]`);
}

/** Waits until the human may move, or the game is over. */
export async function settled(page) {
  await page.waitForFunction(() => {
    const text = document.querySelector(".headline")?.textContent ?? "";
    const busy = document.querySelector("button.stop");
    return text !== "" && !busy;
  }, undefined, { timeout: 60_000 });
}
