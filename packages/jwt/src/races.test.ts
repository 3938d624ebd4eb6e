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

  test("JWKS-02: 20 first tokens and two instances that rotate create one key each time", async () => {
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
});
