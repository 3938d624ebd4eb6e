import { createAuth } from "@latchkey/core";
import { jwt } from "@latchkey/jwt";
import { sqlAdapter } from "@latchkey/sql";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type Addressed, addressed } from "../../test/databases.ts";
import { type Place, place } from "../../test/terminal.ts";

const secret = "Yb7xKp2QvM9sTn4WzR8cHj3LfD6gAe1U";

let app: Place;
let database: Addressed;

beforeEach(async () => {
  app = place({}, { environment: { AUTH_SECRET: secret } });
  const [first] = addressed;
  if (!first) throw new Error("No database to test with.");
  database = await first.make(app.folder);
});
afterEach(async () => {
  await database.close();
  app.remove();
});

test("latchkey keys lists, rotates, replaces, and tests the signing keys", async () => {
  const on = ["--database", database.address];
  const early = await app.run("keys", ...on);
  expect([early.code, early.error]).toEqual([1, expect.stringContaining("The jwks table is missing.")]);
  await app.run("migrate", ...on, "--plugins", "jwt");
  const none = await app.run("keys", ...on);
  expect([none.error, none.out]).toEqual(["", expect.stringContaining("There are no keys yet.")]);

  const open = await database.open();
  const auth = createAuth({ secret, baseURL: "http://localhost", database: sqlAdapter(open.source), plugins: [jwt()] });
  const { token } = await auth.api.signJWT({ body: { payload: { sub: "job" } } });
  await open.close();
  const kid = JSON.parse(atob(token.split(".")[0] ?? "")).kid;
  expect((await app.run("keys", ...on)).out).toMatch(new RegExp(`^${kid}  EdDSA  signing`));

  const rotated = await app.run("keys", "rotate", ...on);
  expect(rotated.out).toContain("published signs from ");
  expect((await app.run("keys", "rotate", ...on)).out.trim().split("\n")).toHaveLength(2);

  const replaced = await app.run("keys", "rotate", "--compromised", "--alg", "EdDSA", ...on);
  expect(replaced.out.trim().split("\n")).toHaveLength(1);
  expect(replaced.out).not.toContain(kid);

  const tested = await app.run("keys", "test", ...on);
  expect([tested.code, tested.out]).toEqual([0, expect.not.stringContaining("failed")]);
  expect((await app.run("keys", "rotate", "--alg", "HS256", ...on)).code).toBe(1);
});
