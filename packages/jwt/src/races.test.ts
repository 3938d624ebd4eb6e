import { getService } from "@latchkey/core/plugin";
import { startAuth } from "@latchkey/test-kit";
import { quickDatabases, type TestDatabase } from "@latchkey/test-kit/databases";
import { decodeProtectedHeader } from "jose";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { jwt } from "./plugin.ts";
import { jwksTable } from "./tables.ts";

describe.each(quickDatabases)("on $name", ({ open }) => {
  let opened: TestDatabase;
  beforeEach(async () => {
    opened = await open();
  });
  afterEach(() => opened.close());

  test("JWKS-02: 20 concurrent first tokens create one key, and so do two instances that rotate at the same time", async () => {
    const one = await startAuth({ database: opened.database, plugins: [jwt()] });
    const other = await startAuth({ database: opened.database, plugins: [jwt()] });
    const sign = ({ auth }: typeof one) =>
      getService(auth.$context, "tokenSigner").sign(auth.$context, { type: "test", claims: {} });
    const tokens = await Promise.all(Array.from({ length: 20 }, (_, at) => sign(at % 2 === 0 ? one : other)));
    expect(new Set(tokens.map((token) => decodeProtectedHeader(token).kid)).size).toBe(1);
    expect(await one.auth.$context.db.count(jwksTable, {})).toBe(1);

    await Promise.all([one, other].map(({ auth }) => auth.api.rotateSigningKeys()));
    const rows = await one.auth.$context.db.findMany(jwksTable, { limit: 9 });
    expect(rows.map(({ slot }) => slot).sort()).toEqual(["EdDSA:1", "EdDSA:2"]);
  });

  test("JWKS-02: a compromised key is revoked even if another instance publishes its successor at the same time", async () => {
    const one = await startAuth({ database: opened.database, plugins: [jwt()] });
    const other = await startAuth({ database: opened.database, plugins: [jwt()] });
    await getService(one.auth.$context, "tokenSigner").sign(one.auth.$context, { type: "test", claims: {} });
    const [compromised] = await one.auth.api.listSigningKeys();
    const revoke = () => one.auth.api.rotateSigningKeys({ body: { compromised: true } });
    const [, states] = await Promise.all([other.auth.api.rotateSigningKeys(), revoke()]);
    for (const keys of [states, await other.auth.api.listSigningKeys()]) {
      expect(keys.map(({ kid }) => kid)).not.toContain(compromised?.kid);
      expect(keys.filter(({ status }) => status === "signing")).toHaveLength(1);
    }
  });
});
