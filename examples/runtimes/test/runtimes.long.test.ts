import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { freePort } from "../../../scripts/shared/free-port.ts";
import { networkAddresses, type RunningProgram, startProgram } from "./program.ts";
import { findRuntime, runtimes } from "./runtimes.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const found = await Promise.all(runtimes.map(async (runtime) => ({ runtime, binary: await findRuntime(runtime) })));

describe.each(found)("a program on $runtime.name", ({ runtime, binary }) => {
  describe.skipIf(binary === null)("is installed", () => {
    let folder: string;
    let program: RunningProgram;

    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), "latchkey-runtime-"));
      const port = await freePort();
      const env = {
        PORT: String(port),
        AUTH_URL: `http://localhost:${port}`,
        AUTH_SECRET: "nW4bT8qLz2XvK6cRm9HsJ3dYg7FpA5eU",
        DATABASE: join(folder, "auth.db"),
      };
      const launch = { binary: binary as string, root, port, folder, env };
      program = await startProgram(await runtime.command(launch), port);
    });
    afterAll(async () => {
      await program?.stop();
      await rm(folder, { recursive: true, force: true });
    });

    const get = async (cookie = ""): Promise<unknown> =>
      (await fetch(`${program.url}/api/auth/get-session`, { headers: { cookie } })).json();
    const post = (path: string, body: object, headers: Record<string, string> = {}): Promise<Response> =>
      fetch(`${program.url}/api/auth${path}`, {
        method: "POST",
        headers: { origin: program.url, "content-type": "application/json", ...headers },
        body: JSON.stringify(body),
      });

    test("CONS-08: only responds to this machine", async () => {
      expect(await networkAddresses(Number(new URL(program.url).port))).toEqual([]);
    });

    test("signs up a user, accepts the session cookie, and rejects it after sign-out", async () => {
      const person = { email: "ann@example.com", password: "correct horse battery", name: "Ann" };
      const signedUp = await post("/sign-up/email", person);
      expect(signedUp.status, await signedUp.clone().text()).toBe(200);

      const line = signedUp.headers.getSetCookie().find((one) => one.includes("session_token=")) as string;
      const [cookie = "", ...attributes] = line.split("; ");
      expect(attributes).toEqual(expect.arrayContaining(["HttpOnly", "SameSite=Lax", "Path=/"]));
      expect(attributes.some((one) => one.startsWith("Domain="))).toBe(false);

      expect(await get(cookie)).toMatchObject({ user: { email: person.email } });
      expect(await get()).toBeNull();

      expect((await post("/sign-out", {}, { cookie })).status).toBe(200);
      expect(await get(cookie)).toBeNull();
      expect((await post("/sign-in/email", person)).status).toBe(200);
    });

    test("rejects a sign-up from a foreign origin", async () => {
      const person = { email: "eve@example.com", password: "correct horse battery", name: "Eve" };
      expect((await post("/sign-up/email", person, { origin: "https://evil.example" })).status).toBe(403);
    });
  });
});
