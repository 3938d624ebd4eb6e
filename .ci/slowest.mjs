/** Prints the ten slowest test files in vitest reports: node .ci/slowest.mjs report.json ... */

import { readFileSync } from "node:fs";
import { relative } from "node:path";

const shown = 10;

function read(file) {
  try {
    return JSON.parse(readFileSync(file, "utf8")).testResults;
  } catch {
    return [];
  }
}

const files = process.argv
  .slice(2)
  .flatMap(read)
  .map(({ name, startTime, endTime }) => ({ name: relative(".", name), seconds: (endTime - startTime) / 1000 }))
  .sort((one, other) => other.seconds - one.seconds);

console.log("The slowest test files, in seconds:");
for (const { name, seconds } of files.slice(0, shown)) console.log(`${seconds.toFixed(1).padStart(7)}  ${name}`);
