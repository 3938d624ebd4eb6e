/** Prints the numbers of passed and failed tests in a vitest report: node .ci/count.mjs report.json exit-code */

import { readFileSync } from "node:fs";

const [file, status] = process.argv.slice(2);
const report = read(file);
const unloaded = report.testResults.filter(
  ({ status, assertionResults }) => status === "failed" && !assertionResults.some((test) => test.status === "failed"),
);
const failed = report.numFailedTests + unloaded.length;

// An unhandled rejection or a stopped run fails the run, but no test. A run without tests counts as failed, too.
const bad = status !== "0" || report.numPassedTests === 0;
console.log(report.numPassedTests, failed === 0 && bad ? 1 : failed);

function read(path) {
  try {
    return JSON.parse(readFileSync(path, "utf8"));
  } catch {
    return { numPassedTests: 0, numFailedTests: 0, testResults: [] };
  }
}
