/** Tests starting an app, with real processes. */

import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { startAuth } from "@latchkey/test-kit";
import { afterEach, expect, test } from "vitest";
import { freePort } from "../../../scripts/shared/free-port.ts";
import { tryApp } from "./try-app.ts";

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

const secret = "Vw3kX9pQ2mZ7tR4bL8nC6yH1sD5fG0jA";

async function listen(answer: string): Promise<string> {
  const server = createServer((_, response) => void response.end(answer));
  return open(server);
}

/** Serves a Latchkey app. */
async function serveApp(secret: string): Promise<string> {
  const { auth } = await startAuth({ secret });
  const origin = auth.$context.settings.origin ?? "";
  const server = createServer(async ({ url = "/", headers }, response) => {
    const challenge = String(headers["latchkey-challenge"]);
    const sent = await auth.handler(new Request(origin + url, { headers: { "latchkey-challenge": challenge } }));
    response.writeHead(sent.status, Object.fromEntries(sent.headers)).end(await sent.text());
  });
  return open(server);
}

async function open(server: Server): Promise<string> {
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/auth/ok`;
}

const startListening = (port: number, handle: string): string[] => {
  const server = `require("node:http").createServer((q, r) => { ${handle} }).listen(${port}, "127.0.0.1")`;
  // Starts the server in a child process, as package managers do.
  const code = `require("node:child_process").spawn(process.execPath, ["-e", ${JSON.stringify(server)}], { stdio: "inherit" })`;
  return [process.execPath, "-e", code];
};

/** A process that starts a server. It responds like a Latchkey app that can't be distinguished from others. */
const starting = (port: number, status: number): string[] =>
  startListening(port, `r.writeHead(${status}).end('{"ok":true}')`);

/** A process that starts a proxy, like Vite's. */
const startProxy = (port: number, target: string): string[] =>
  startListening(
    port,
    `require("node:http").get(${JSON.stringify(target)}, { headers: q.headers }, (a) => { r.writeHead(a.statusCode, a.headers); a.pipe(r); })`,
  );

const freeURL = async (): Promise<{ port: number; url: string }> => {
  const port = await freePort();
  return { port, url: `http://127.0.0.1:${port}/api/auth/ok` };
};
const folder = tmpdir();

test("starts the app, calls it, and stops everything that it started", async () => {
  const { port, url } = await freeURL();
  expect(await tryApp({ command: starting(port, 200), folder, url, secret: null })).toEqual({ outcome: "ok" });
  await expect(fetch(url)).rejects.toThrow();
});

test("returns what the app printed if it ends", async () => {
  const command = [process.execPath, "-e", "console.error('AUTH_SECRET is missing'); process.exit(1)"];
  const { url } = await freeURL();
  const trial = await tryApp({ command, folder, url, secret });
  expect(trial).toEqual({ outcome: "failed", output: "AUTH_SECRET is missing" });
});

test("gives up after the timeout, and stops the app", async () => {
  const { port, url } = await freeURL();
  const { outcome } = await tryApp({ command: starting(port, 500), folder, url, secret, seconds: 1 });
  expect(outcome).toBe("failed");
  await expect(fetch(url)).rejects.toThrow();
});

test("distinguishes the app, if it's running already, from other servers on its port", async () => {
  const command = ["no-such-program"];
  const trial = (url: string, known: string | null = secret) => tryApp({ command, folder, url, secret: known });
  const own = await serveApp(secret);
  expect(await trial(own)).toEqual({ outcome: "running" });
  const other = await serveApp(secret.toLowerCase());
  expect(await trial(other)).toEqual({ outcome: "occupied", by: expect.stringContaining("a different secret") });
  expect(await trial(own, null)).toEqual({ outcome: "occupied", by: expect.stringContaining("couldn't be read") });
  const page = await listen("<html>");
  expect(await trial(page)).toEqual({ outcome: "occupied", by: expect.stringContaining("responded with 200") });
});

test("detects that the app's proxy leads to another Latchkey app", async () => {
  for (const [target, outcome] of [
    [await serveApp(secret), "ok"],
    [await serveApp(secret.toLowerCase()), "occupied"],
  ] as const) {
    const { port, url } = await freeURL();
    const trial = await tryApp({ command: startProxy(port, target), folder, url, secret });
    expect(trial.outcome).toBe(outcome);
  }
});

test("says that the program is missing", async () => {
  const { url } = await freeURL();
  const trial = await tryApp({ command: ["no-such-program"], folder, url, secret });
  expect(trial).toEqual({ outcome: "failed", output: expect.stringContaining("no-such-program") });
});
