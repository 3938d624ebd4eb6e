import { organization } from "@latchkey/organization";
import { sqlAdapter } from "@latchkey/sql";
import { sso, ssoDomainTable, ssoProviderTable } from "@latchkey/sso";
import { createKeyPair } from "@latchkey/sso/saml";
import { startAuth } from "@latchkey/test-kit";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type Addressed, addressed } from "../../test/databases.ts";
import { type Place, place } from "../../test/terminal.ts";
import type { OpenDatabase } from "../database/open.ts";

const times = { sqlite: "date", postgres: "timestamptz", mysql: "timestamp(3)" } as const;
const secret = "s".repeat(40);
const clientSecret = "the secret of the client";
const issuer = "https://idp.acme.test";

describe.each(addressed)("better-auth's identity providers on $name", ({ make }) => {
  let app: Place;
  let database: Addressed;
  let open: OpenDatabase;
  const own = (text: string) => (open.dialect === "mysql" ? text.replaceAll('"', "`") : text);
  const quoted = (value: string | boolean | null) => {
    if (typeof value !== "string") return String(value);
    const text = value.replaceAll("'", "''");
    return `'${open.dialect === "mysql" ? text.replaceAll("\\", "\\\\") : text}'`;
  };

  beforeEach(async () => {
    app = place({ ".env": `AUTH_SECRET=${secret}\n` });
    database = await make(app.folder);
    open = await database.open();
    const time = times[open.dialect];
    const id = "id varchar(255) primary key";
    const userId = `"userId" varchar(255) references "user" (id) on delete cascade`;
    const moments = `"createdAt" ${time} not null default current_timestamp${open.dialect === "mysql" ? "(3)" : ""}, "updatedAt" ${time} null`;
    for (const text of [
      `create table "user" (${id}, name text not null, email varchar(255) not null unique, "emailVerified" boolean not null, image text, ${moments})`,
      `create table "session" (${id}, token varchar(255) not null unique, "expiresAt" ${time} not null, "ipAddress" text, "userAgent" text, ${userId}, ${moments})`,
      `create table "account" (${id}, "accountId" text not null, "providerId" text not null, "accessToken" text, "refreshToken" text, "idToken" text, "accessTokenExpiresAt" ${time} null, "refreshTokenExpiresAt" ${time} null, scope text, password text, ${userId}, ${moments})`,
      `create table "verification" (${id}, identifier text not null, value text not null, "expiresAt" ${time} not null, ${moments})`,
      `create table "organization" (${id}, name text not null, slug varchar(255) not null unique, logo text, metadata text, "createdAt" ${time} not null)`,
      `create table "ssoProvider" (${id}, issuer text not null, "oidcConfig" text, "samlConfig" text, ${userId}, "providerId" varchar(255) not null unique, "organizationId" text, domain text not null, "domainVerified" boolean)`,
      `insert into "user" (id, name, email, "emailVerified") values ('ann', 'Ann', 'ann@acme.test', true)`,
      `insert into "account" (id, "accountId", "providerId", "userId") values ('a', 'sub-ann', 'acme-okta', 'ann')`,
      `insert into "organization" (id, name, slug, "createdAt") values ('acme', 'Acme', 'acme', '2026-01-01'), ('other', 'Other', 'other', '2026-01-01')`,
    ]) {
      await open.execute(own(text));
    }
  });
  afterEach(async () => {
    await open.close();
    await database.close();
    app.remove();
  });

  const add = (providerId: string, values: Readonly<Record<string, string | boolean | null>>) => {
    const row = {
      ...{ id: `row-${providerId}`, providerId, issuer, organizationId: "acme", userId: "ann" },
      ...{ domain: "acme.test", domainVerified: true, oidcConfig: null, samlConfig: null },
      ...values,
    };
    const names = Object.keys(row).map((name) => `"${name}"`);
    const into = own(`insert into "ssoProvider" (${names.join(", ")})`);
    return open.execute(`${into} values (${Object.values(row).map(quoted).join(", ")})`);
  };
  const oidc = (more: object = {}) =>
    JSON.stringify({ clientId: "client-12345678", clientSecret, pkce: true, ...more });
  const migrate = (...more: string[]) =>
    app.run(
      ...["migrate", "--from", "better-auth", "--database", database.address, "--plugins", "organization,sso"],
      ...more,
    );

  test("are migrated once, with encrypted secrets, their domains, and their users", async () => {
    const { certificate } = await createKeyPair({
      commonName: "idp",
      notBefore: new Date(Date.now() - 86_400_000),
      notAfter: new Date(Date.now() + 86_400_000),
    });
    await add("acme-okta", {
      domain: "acme.test,Sub.Acme.test,gmail.com",
      oidcConfig: oidc({ scopes: ["openid", "email", "groups"], tokenEndpointAuthentication: "client_secret_post" }),
    });
    await add("acme-saml", {
      issuer: "https://app.example/sp",
      domainVerified: false,
      domain: "saml.test",
      samlConfig: JSON.stringify({
        entryPoint: "https://idp.test/sso",
        cert: certificate,
        idpMetadata: { entityID: "https://idp.test/entity" },
        mapping: { email: "mail", name: "displayName" },
      }),
    });
    await add("other-okta", { organizationId: "other", oidcConfig: oidc() });
    await add("nobodys", { organizationId: null, oidcConfig: oidc() });
    await add("gone", { organizationId: "gone", oidcConfig: oidc() });
    await add("google", { oidcConfig: oidc() });
    await add("keyed", { oidcConfig: oidc({ tokenEndpointAuthentication: "private_key_jwt" }) });
    await add("mapped", { oidcConfig: oidc({ mapping: { email: "upn" } }) });
    await add("public", { domain: "gmail.com", oidcConfig: oidc() });
    await add("broken", { oidcConfig: "{" });

    const dry = await migrate("--dry-run");
    expect([dry.code, dry.error]).toEqual([0, expect.stringContaining("nobodys wouldn't be migrated: it has no")]);
    const { code, out, error } = await migrate();
    expect(code, error).toBe(0);
    expect(out).toContain("3 identity providers were migrated.");
    const reported = [...error.matchAll(/The identity provider (\S+) wasn't migrated/g)].map(([, id]) => id);
    expect(reported.sort()).toEqual(["broken", "gone", "google", "keyed", "mapped", "nobodys", "public"]);
    expect(await migrate()).toEqual({ code: 0, out: "0 statements ran.\n", error: "" });

    const { auth } = await startAuth({
      ...{ database: sqlAdapter(open.source), secret, clock: () => new Date() },
      plugins: [organization(), sso()],
    });
    const { db } = auth.$context;
    const rows = await db.findMany(ssoProviderTable, { where: {}, orderBy: [{ column: "providerId" }], limit: 99 });
    expect(rows.map(({ providerId, organizationId, domain }) => [providerId, organizationId, domain])).toEqual([
      ["acme-okta", "acme", "acme.test,sub.acme.test"],
      ["acme-saml", "acme", "saml.test"],
      ["other-okta", "other", "acme.test"],
    ]);
    expect(JSON.stringify(rows)).not.toContain(clientSecret);
    const domains = await db.findMany(ssoDomainTable, { where: {}, limit: 99 });
    expect(domains.filter(({ verified }) => verified !== null).map((row) => [row.organizationId, row.domain])).toEqual(
      expect.arrayContaining([
        ["acme", "acme.test"],
        ["acme", "sub.acme.test"],
      ]),
    );
    expect(domains.map(({ verified }) => verified !== null).filter(Boolean)).toHaveLength(2);
    expect(domains).toHaveLength(4);
    const shown = await auth.api.listSSOProviders({ query: { organizationId: "acme" } });
    expect(shown.providers).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          providerId: "acme-okta",
          issuer,
          oidcConfig: {
            clientIdLastFour: "5678",
            scopes: ["groups"],
            tokenEndpointAuthentication: "client_secret_post",
          },
        }),
        expect.objectContaining({
          providerId: "acme-saml",
          issuer: "https://idp.test/entity",
          samlConfig: expect.objectContaining({ entryPoint: "https://idp.test/sso", certificate: [expect.anything()] }),
        }),
      ]),
    );
    const [account] = await open.rows(own(`select issuer from "account"`));
    expect(account).toEqual({ issuer });
  });
});
