/** `latchkey billing sync` as real processes: the command, its child process, and the app's database in a file. */

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, expect, test } from "vitest";
import { loadableApp } from "../../test/app.ts";
import type { Place } from "../../test/terminal.ts";

const cli = fileURLToPath(new URL("../../dist/cli.js", import.meta.url));

/**
 * The provider has three pages of products. The provider only returns a page after the test creates a file that allows
 * it.
 */
const authFile = `
  import { appendFileSync, existsSync } from "node:fs";
  import { billing } from "@latchkey/billing";
  import { createAuth } from "@latchkey/core";
  import { sqlAdapter } from "@latchkey/sql";
  import { sqlite } from "@latchkey/sql/sqlite";
  const provider = {
    name: "test",
    syncResources: ["products"],
    async listPage({ cursor }) {
      const page = Number(cursor ?? 1);
      appendFileSync("pages.txt", page + "\\n");
      while (!existsSync("allow-" + page)) await new Promise((resolve) => setTimeout(resolve, 10));
      const data = { id: "product-" + page, name: "Product", organization_id: "seller" };
      return { entities: [{ type: "product.updated", data }], next: page < 3 ? String(page + 1) : null, total: 3 };
    },
  };
  export const auth = createAuth({
    baseURL: "https://app.test",
    secret: "Rt6wYp3nXk9mVb2qZc8sLh5dJf7gAe4U",
    database: sqlAdapter(await sqlite("app.db")),
    logger: { disabled: true },
    plugins: [billing({ secret: "whsec_CzBVep/E6Q4zWH2ix+wRNluApcrvFDleg6jN8hc8YYY=", provider })],
  });
  await auth.migrate();
  console.log("noise of the app");`;

let app: Place;
const running: ChildProcess[] = [];

beforeEach(() => {
  app = loadableApp({ "package.json": '{ "type": "module" }', "src/auth.ts": authFile });
});
afterEach(() => {
  // Child processes that are still reading a page end after it.
  for (const page of [1, 2, 3]) allow(page);
  for (const child of running.splice(0)) child.kill("SIGTERM");
  app.remove();
});

function start(...flags: string[]) {
  const child = spawn(process.execPath, [cli, "billing", "sync", ...flags], { cwd: app.folder });
  running.push(child);
  let text = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (part: string) => {
      text += part;
    });
  }
  const ended = new Promise<{ code: number | null; text: string }>((resolve) => {
    child.on("close", (code) => resolve({ code, text }));
  });
  return { child, ended, output: () => text };
}

const allow = (page: number): void => {
  mkdirSync(join(app.folder, `allow-${page}`), { recursive: true });
};
const askedPages = (): string => {
  try {
    return readFileSync(join(app.folder, "pages.txt"), "utf8").trim().replaceAll("\n", " ");
  } catch {
    return "";
  }
};

test("billing sync shows the progress and stops after the current page, and the next run continues from there", async () => {
  allow(1);
  const first = start();
  await expect.poll(askedPages, { timeout: 30_000 }).toBe("1 2");
  // The page that's being read when the command is stopped is still stored.
  first.child.kill("SIGTERM");
  await expect.poll(first.output, { timeout: 30_000 }).toContain("Stopping");
  allow(2);
  const stopped = await first.ended;
  expect(stopped.code).toBe(1);
  expect(stopped.text.trim().split("\n")).toEqual([
    "products  [######--------------] 1 of 3",
    "Stopping after the current page.",
    "products  [#############-------] 2 of 3",
    "Stopped. Run the command again to continue.",
  ]);
  allow(3);
  const { code, text } = await start().ended;
  expect(askedPages()).toBe("1 2 3");
  expect([code, text.trim().split("\n")]).toEqual([
    0,
    ["products  [####################] 3 of 3", "Read 3 objects. 3 were new or updated."],
  ]);
  // With --restart, it reads everything again.
  expect((await start("--restart").ended).code).toBe(0);
  expect(askedPages()).toBe("1 2 3 1 2 3");
});

test("if the command is killed, its child process stores the current page, and the next run continues from there", async () => {
  allow(1);
  const first = start();
  await expect.poll(askedPages, { timeout: 30_000 }).toBe("1 2");
  first.child.kill("SIGKILL");
  await once(first.child, "exit");
  allow(2);
  allow(3);
  // The child process can still be storing its page.
  await expect.poll(async () => (await start().ended).code, { timeout: 60_000 }).toBe(0);
  expect(askedPages()).toBe("1 2 3");
});
