/** Tests the showcase's own endpoints for pictures and the Demo button. */

import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { people } from "../server/people.ts";
import { type RunningShowcase, startShowcase } from "../server/server.ts";

const folder = mkdtempSync(join(tmpdir(), "latchkey-showcase-"));
let app: RunningShowcase;
let cookie: string;

beforeAll(async () => {
  app = await startShowcase({ port: 0, secret: "nW4bT8qLz2XvK6cRm9HsJ3dYg7FpA5eU", file: join(folder, "test.db") });
  const { email, password } = people[1] ?? {};
  const response = await fetch(`${app.url}/api/auth/sign-in/email`, {
    method: "POST",
    headers: { "content-type": "application/json", origin: app.url },
    body: JSON.stringify({ email, password }),
  });
  cookie = response.headers
    .getSetCookie()
    .map((one) => one.split(";", 1)[0])
    .join("; ");
});
afterAll(async () => {
  await app?.close();
  rmSync(folder, { recursive: true, force: true });
});

const png = Buffer.from("89504e470d0a1a0a0000000d49484452", "hex");
const upload = (body: Buffer, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(`${app.url}/api/pictures`, {
    method: "POST",
    headers: { cookie, origin: app.url, ...headers },
    body: new Uint8Array(body),
  });

test("a picture is stored, and only served as a picture", async () => {
  const response = await upload(png, { "content-type": "text/html" });
  const { path } = (await response.json()) as { path: string };
  expect([response.status, path]).toEqual([201, expect.stringMatching(/^\/pictures\/[0-9a-f]{64}\.png$/)]);
  const served = await fetch(app.url + path);
  expect(Buffer.from(await served.arrayBuffer())).toEqual(png);
  expect(served.headers.get("content-type")).toBe("image/png");
  expect(served.headers.get("x-content-type-options")).toBe("nosniff");
});

test("uploads of other content, large files, and requests from signed-out users and other sites are rejected", async () => {
  const before = readdirSync(join(folder, "pictures"));
  const svg = Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'/>");
  const refused = [
    await upload(svg, { "content-type": "image/png" }),
    await upload(Buffer.concat([png, Buffer.alloc(1_048_576)])),
    await upload(png, { cookie: "" }),
    await upload(png, { origin: "https://evil.example" }),
  ];
  expect(refused.map(({ status }) => status)).toEqual([415, 413, 401, 403]);
  expect(readdirSync(join(folder, "pictures"))).toEqual(before);
});

test("a path can't leave the pictures folder", async () => {
  const status = await new Promise((resolve) => {
    const { port } = new URL(app.url);
    request({ port, path: "/pictures/../test.db" }, (response) => resolve(response.statusCode)).end();
  });
  expect(status).toBe(404);
});

test("CONS-08: other sites and hosts get neither the passwords nor the dev console link", async () => {
  const ask = (path: string, headers: Record<string, string>): Promise<number | undefined> =>
    new Promise((resolve) => {
      const { port } = new URL(app.url);
      request({ port, path, headers }, (response) => resolve(response.statusCode)).end();
    });
  const host = new URL(app.url).host;
  for (const path of ["/api/demo", "/api/demo/mail", "/api/demo/console"]) {
    expect([path, await ask(path, { host: "evil.example" })]).toEqual([path, 403]);
    expect([path, await ask(path, { host, "sec-fetch-site": "cross-site" })]).toEqual([path, 403]);
    expect([path, (await ask(path, { host, "sec-fetch-site": "same-origin" })) === 403]).toEqual([path, false]);
  }
});
