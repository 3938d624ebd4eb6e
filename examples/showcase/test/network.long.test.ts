/** Tests that the showcase can't be reached from the network. */

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, expect, test, vi } from "vitest";
import { networkAddresses } from "../../runtimes/test/program.ts";
import { startShowcase } from "../server/server.ts";

const folder = mkdtempSync(join(tmpdir(), "latchkey-showcase-"));
const options = { port: 0, secret: "nW4bT8qLz2XvK6cRm9HsJ3dYg7FpA5eU", file: join(folder, "test.db") };

afterEach(() => vi.unstubAllEnvs());
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("CONS-08: the showcase, its identity and payment providers, and the second app only respond to this machine", async () => {
  const app = await startShowcase(options);
  const ports = [app.url, app.issuer, app.payments.url, app.secondApp, app.challenge, app.mail.url].map((url) =>
    Number(new URL(url).port),
  );
  for (const port of ports) expect([port, await networkAddresses(port)]).toEqual([port, []]);
  await app.close();
});

test("CONS-08: the showcase doesn't start in production, so its published admin password never works there", async () => {
  vi.stubEnv("NODE_ENV", "production");
  await expect(startShowcase(options)).rejects.toThrow("an admin whose password is published");
});
