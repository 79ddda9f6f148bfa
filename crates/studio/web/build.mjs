// Builds the page into `dist`, or into the folder that is given: `node build.mjs FOLDER`.
import { cp, mkdir, readdir, rm } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const folder = process.argv[2] ?? here("dist");

await rm(folder, { recursive: true, force: true });
await mkdir(folder, { recursive: true });
for (const file of await readdir(here("static"))) {
  await cp(here(`static/${file}`), `${folder}/${file}`);
}
await build({
  entryPoints: [here("src/app.tsx"), here("src/style.css")],
  outdir: folder,
  absWorkingDir: here("."),
  bundle: true,
  minify: true,
  format: "esm",
  target: ["es2022"],
  jsx: "automatic",
  jsxImportSource: "preact",
  legalComments: "none",
  charset: "utf8",
});
