/** Tests starting an app, with real processes. */

import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { afterEach, expect, test } from "vitest";
import { freePort } from "../../../scripts/shared/free-port.ts";
import { tryApp } from "./try-app.ts";

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

async function listen(answer: string): Promise<number> {
  const server = createServer((_, response) => void response.end(answer));
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return (server.address() as AddressInfo).port;
}

/** A process that starts the server in a child process, as package managers do. */
const starting = (port: number, status: number): string[] => {
  const server = `require("node:http").createServer((_, r) => r.writeHead(${status}).end('{"ok":true}')).listen(${port}, "127.0.0.1")`;
  const code = `require("node:child_process").spawn(process.execPath, ["-e", ${JSON.stringify(server)}], { stdio: "inherit" })`;
  return [process.execPath, "-e", code];
};

test("starts the app, calls it, and stops everything that it started", async () => {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}/api/auth/ok`;
  const trial = await tryApp({ command: starting(port, 200), folder: tmpdir(), url });
  expect(trial).toEqual({ isOk: true, wasRunning: false, problem: "" });
  await expect(fetch(url)).rejects.toThrow();
});

test("says what the app printed if it ends", async () => {
  const command = [process.execPath, "-e", "console.error('AUTH_SECRET is missing'); process.exit(1)"];
  const url = `http://127.0.0.1:${await freePort()}/api/auth/ok`;
  const trial = await tryApp({ command, folder: tmpdir(), url });
  expect(trial).toEqual({ isOk: false, wasRunning: false, problem: "AUTH_SECRET is missing" });
});

test("gives up after the timeout, and stops the app", async () => {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}/api/auth/ok`;
  const { isOk } = await tryApp({ command: starting(port, 500), folder: tmpdir(), url, seconds: 1 });
  expect(isOk).toBe(false);
  await expect(fetch(url)).rejects.toThrow();
});

test("doesn't start the app if something already responds there", async () => {
  const command = ["no-such-program"];
  const running = `http://127.0.0.1:${await listen('{"ok":true}')}/api/auth/ok`;
  expect(await tryApp({ command, folder: tmpdir(), url: running })).toMatchObject({ isOk: true, wasRunning: true });
  const other = `http://127.0.0.1:${await listen("<html>")}/api/auth/ok`;
  expect((await tryApp({ command, folder: tmpdir(), url: other })).problem).toContain("Another server");
});

test("says that the program is missing", async () => {
  const url = `http://127.0.0.1:${await freePort()}/api/auth/ok`;
  const { isOk, problem } = await tryApp({ command: ["no-such-program"], folder: tmpdir(), url });
  expect([isOk, problem]).toEqual([false, expect.stringContaining("no-such-program")]);
});
