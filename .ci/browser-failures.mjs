/**
 * Prints the test files to repeat after a run: node .ci/browser-failures.mjs report.json
 *
 * These are the files that drive a browser, which a busy machine can make too slow. It prints nothing if any other test
 * failed, or more than three files: such a failure counts, even if it doesn't happen again.
 */

import { readFileSync } from "node:fs";
import { relative } from "node:path";

const maxFiles = 3;

const { testResults } = JSON.parse(readFileSync(process.argv[2], "utf8"));
const failed = testResults.filter(({ status }) => status === "failed");
const files = failed.map(({ name }) => relative(".", name));
const inBrowser = ({ name, assertionResults }) =>
  /^examples\/(showcase|gallery)\/.*\.long\.test\.ts$/.test(relative(".", name)) &&
  assertionResults.some(({ status }) => status === "failed");

if (files.length <= maxFiles && failed.every(inBrowser)) console.log(files.join("\n"));
