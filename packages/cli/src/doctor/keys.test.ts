import { afterEach, beforeEach, expect, test } from "vitest";
import { type Place, place } from "../../test/terminal.ts";
import { makeSecret } from "../secret.ts";
import { checkKeys } from "./keys.ts";

let app: Place;
beforeEach(() => {
  app = place({}, { environment: { AUTH_SECRET: makeSecret(), NODE_ENV: "production" } });
});
afterEach(() => app.remove());

/** The `configuration.key-rotation` finding for an auth file with these options of `jwt`. */
async function examine(options: string, plugins = "jwt") {
  app.write(
    "auth.ts",
    `import { createAuth } from "@latchkey/core";
     import { jwt } from "@latchkey/jwt";
     export const auth = createAuth({ plugins: [jwt(${options})] });`,
  );
  const { out } = await app.run("doctor", "--json", "--plugins", plugins);
  const { findings } = JSON.parse(out) as { findings: { id: string; severity: string; detail?: string }[] };
  return findings.find(({ id }) => id === "configuration.key-rotation");
}

test.each([
  "",
  `{ jwks: { keyPairConfig: { alg: "ES256" }, rotationInterval: 7200, gracePeriod: 3600 } }`,
  `{ jwks: { keyPairConfig: { alg: "ES256" }, remoteUrl: "https://keys.test/jwks.json" }, jwt: { sign } }`,
])("keys that rotate with the options %s are no finding", async (options) => {
  expect(await examine(options)).toBeUndefined();
});

test("if keys can't rotate with the app's options, the finding names the option", async () => {
  const short = "{ jwks: { rotationInterval: 60 } }";
  expect(await examine(short)).toMatchObject({
    severity: "error",
    detail: expect.stringContaining("jwt.jwks.rotationInterval"),
  });
  expect(await examine(short, "admin")).toBeUndefined();
});

test("a finding names the steps that failed", async () => {
  const steps = ["The new key signs", "A new verifier accepts it", "The old key is removed"];
  const test = async () => steps.map((name, at) => ({ name, passed: at === 0 }));
  const found = await checkKeys({ authFile: null, plugins: ["jwt"] }, test);
  expect(found.map(({ detail }) => detail)).toEqual(["Failed: A new verifier accepts it. The old key is removed."]);
});
