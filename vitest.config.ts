import { defineConfig } from "vitest/config";
import projects from "./vitest.workspace.ts";

/** A file for the machine-readable result; `.ci/run` reads its totals, the screen stays as it is. */
const report = process.env.LATCHKEY_TEST_REPORT;

export default defineConfig({
  test: {
    // The pinned vitest does not look for a workspace file by itself.
    projects,
    reporters: report ? ["default", ["json", { outputFile: report }]] : ["default"],
  },
});
