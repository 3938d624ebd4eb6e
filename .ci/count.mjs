/** Prints "passed failed" of a vitest report: node .ci/count.mjs report.json exit-code */

import { readFileSync } from "node:fs";

const [file, status] = process.argv.slice(2);
const report = read(file);
const unloaded = report.testResults.filter(
  ({ status, assertionResults }) => status === "failed" && !assertionResults.some((test) => test.status === "failed"),
);
const failed = report.numFailedTests + unloaded.length;

// An unhandled rejection, or a run that was stopped, fails no test but the run. Nor has a run without tests shown anything.
const bad = status !== "0" || report.numPassedTests === 0;
console.log(report.numPassedTests, failed === 0 && bad ? 1 : failed);

function read(path) {
  try {
    return JSON.parse(readFileSync(path, "utf8"));
  } catch {
    return { numPassedTests: 0, numFailedTests: 0, testResults: [] };
  }
}
