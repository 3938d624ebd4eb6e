/** Sets up an app with every passwordless sign-in method, and loads the written files. */

import { readdirSync } from "node:fs";
import { afterEach, expect, test } from "vitest";
import { linkPackages } from "../../test/app.ts";
import { type Place, place } from "../../test/terminal.ts";
import type { Finding } from "../doctor/finding.ts";
import { parse } from "../source/parse.ts";

let app: Place;
afterEach(() => app.remove());

const plugins = [
  "passkey",
  "magic-link",
  "email-otp",
  "phone-number",
  "anonymous",
  "multi-session",
  "last-login-method",
  "one-time-token",
  "one-tap",
  "step-up",
  "two-factor",
];
const manifest = { name: "shop", type: "module", dependencies: { react: "^19", vite: "^7", typescript: "^5" } };
const files = { "package.json": JSON.stringify(manifest), "src/main.tsx": "export {};\n" };

test("the written app loads, has every plugin, and doctor reports only what's left to do", async () => {
  app = place(files);
  const list = plugins.join(",");
  const { code, error } = await app.run("init", "--yes", "--no-install", "--no-start", "--plugins", list);
  expect([code, error]).toEqual([0, ""]);
  const written = readdirSync(app.folder, { recursive: true, encoding: "utf8" }).filter((path) => /\.tsx?$/.test(path));
  for (const path of written) expect(() => parse(path, app.read(path))).not.toThrow();
  const pages = written.map((path) => app.read(path)).join("\n");
  for (const call of ["passkeyUi()", "oneTapUi()", "stepUpUi()", "oneTapClient()", "multiSessionUi()"]) {
    expect(pages).toContain(call);
  }
  const auth = written.map((path) => app.read(path)).find((text) => text.includes("createAuth({")) ?? "";
  expect(auth).toContain('oneTap({ clientId: process.env.GOOGLE_CLIENT_ID ?? "", requireNonce: true })');
  expect(app.read(".env.local")).toContain("GOOGLE_CLIENT_ID=your-client-id.apps.googleusercontent.com");

  linkPackages(app.folder);
  const doctor = await app.run("doctor", "--json");
  expect(doctor.error).toBe("");
  const { findings } = JSON.parse(doctor.out) as { findings: Finding[] };
  expect(findings.map(({ id, severity }) => `${id}: ${severity}`)).toEqual([
    "configuration.no-password-reset: warning",
  ]);
  expect(doctor.code).toBe(0);
});
