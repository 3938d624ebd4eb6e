import { createAuth } from "@latchkey/core";
import { sqlAdapter } from "@latchkey/sql";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type Addressed, addressed } from "../../test/databases.ts";
import { type Place, place } from "../../test/terminal.ts";
import { openDatabase } from "../database/open.ts";
import { checkClock } from "./clock.ts";
import type { Finding } from "./finding.ts";

const plugins = "admin,organization,two-factor";

describe.each(addressed)("latchkey doctor on $name", ({ name, make }) => {
  let app: Place;
  let database: Addressed;
  const q = (word: string): string => (name === "mariadb" ? `\`${word}\`` : `"${word}"`);

  beforeEach(async () => {
    app = place();
    database = await make(app.folder);
    await app.run("migrate", "--database", database.address, "--plugins", plugins);
    await signUp("ann@example.com");
  });
  afterEach(async () => {
    await database.close();
    app.remove();
  });

  async function signUp(email: string): Promise<void> {
    const open = await database.open();
    const auth = createAuth({ database: sqlAdapter(open.source), emailAndPassword: { enabled: true } });
    await auth.api.signUpEmail({ body: { name: "A", email, password: "a few words in a row" } });
    await open.close();
  }

  async function send(...statements: readonly string[]): Promise<void> {
    const open = await database.open();
    for (const statement of statements) {
      if (name === "sqlite") (open.source as unknown as { exec(text: string): void }).exec(statement);
      else await open.rows(statement);
    }
    await open.close();
  }

  async function examine(): Promise<{ code: number; findings: Finding[] }> {
    const { code, out, error } = await app.run(
      "doctor",
      "--json",
      "--database",
      database.address,
      "--plugins",
      plugins,
    );
    expect(error).toBe("");
    return { code, findings: (JSON.parse(out) as { findings: Finding[] }).findings };
  }

  const idsOf = (findings: readonly Finding[]): string[] => findings.map(({ id }) => id);

  test("finds nothing in a healthy database, except that it has no admin", async () => {
    const { code, findings } = await examine();
    expect([code, idsOf(findings)]).toEqual([0, ["configuration.no-auth-file", "data.no-admin"]]);
  });

  test("names what the schema lacks, and suggests a step that fixes it", async () => {
    const on = name === "mariadb" ? ` on ${q("outbox")}` : "";
    await send(
      `drop table ${q("rateLimit")}`,
      `drop index ${q("outbox_dueAt_idx")}${on}`,
      `alter table ${q("session")} drop column ${q("remembered")}`,
    );
    const { code, findings } = await examine();
    const missing = findings.filter(({ id }) => id.startsWith("schema."));
    expect(code).toBe(1);
    expect(missing.map(({ id, severity }) => [id, severity])).toEqual([
      ["schema.missing-tables", "error"],
      ["schema.missing-columns", "error"],
      ["schema.missing-uniques", "error"],
      ["schema.missing-indexes", "warning"],
    ]);
    expect(missing.map(({ title }) => title).join()).toMatch(/rateLimit.*session\.remembered.*outbox_dueAt_idx/);
    expect(missing[0]?.step).toContain("migrate");
    await app.run("migrate", "--database", database.address, "--plugins", plugins);
    expect((await examine()).code).toBe(0);
  });

  test("finds users who can't sign in and rows without an owner, and suggests SQL if that helps", async () => {
    await signUp("bob@example.com");
    await signUp("cal@example.com");
    const users = q("user");
    const now = name === "sqlite" ? "'2026-01-01T00:00:00.000Z'" : name === "mariadb" ? "now(3)" : "now()";
    await send(
      `update ${users} set email = 'BOB@example.com', ${q("twoFactorEnabled")} = true where email = 'bob@example.com'`,
      `update ${users} set email = 'Ann@Example.com' where email = 'cal@example.com'`,
      `update ${q("account")} set password = 'plain text' where ${q("userId")} in (select id from ${users} where email = 'BOB@example.com')`,
      `update ${q("account")} set password = null where ${q("userId")} in (select id from ${users} where email = 'Ann@Example.com')`,
      `update ${q("session")} set token = 'aJ9x' where ${q("userId")} in (select id from ${users} where email = 'BOB@example.com')`,
      `insert into ${q("organization")} (id, name, slug, ${q("createdAt")}) values ('o1', 'Acme', 'acme', ${now})`,
      `insert into ${q("member")} (id, ${q("organizationId")}, ${q("userId")}, role, ${q("createdAt")})
        select 'm1', 'o1', id, 'member, coowner', ${now} from ${users} where email = 'ann@example.com'`,
      `insert into ${q("outbox")} (id, kind, payload, attempts, ${q("createdAt")}) values ('x', 'mail.x', '{}', 10, ${now})`,
    );
    const { code, findings } = await examine();
    expect(code).toBe(1);
    expect(idsOf(findings).filter((id) => id.startsWith("data."))).toEqual([
      "data.users-without-sign-in-method",
      "data.duplicate-emails",
      "data.uppercase-emails",
      "data.unhashed-session-tokens",
      "data.undelivered",
      "data.mixed-hashes",
      "data.unreadable-hashes",
      "data.two-factor-without-secret",
      "data.organizations-without-owner",
      "data.no-admin",
    ]);
    expect(findings.find(({ id }) => id === "data.mixed-hashes")?.title).toMatch(/(argon2id|scrypt) 1, unknown 1/);

    await send(
      `delete from ${users} where email = 'Ann@Example.com'`,
      `update ${q("member")} set role = 'member,owner'`,
      ...findings
        .map(({ step }) => step.replace("After the merge: ", ""))
        .filter((step) => /^(?:update|delete)/.test(step)),
    );
    expect(idsOf((await examine()).findings).filter((id) => id.startsWith("data."))).toEqual([
      "data.undelivered",
      "data.mixed-hashes",
      "data.unreadable-hashes",
      "data.no-admin",
    ]);
  });

  test("accepts users who sign in with a passkey, a phone number, or an email, and guests", async () => {
    await app.run("migrate", "--database", database.address, "--plugins", "passkey,phone-number,anonymous");
    for (const name of ["key", "phone", "guest", "nothing"]) await signUp(`${name}@example.com`);
    const users = q("user");
    await send(
      `delete from ${q("account")} where ${q("userId")} not in (select id from ${users} where email = 'ann@example.com')`,
      `insert into ${q("passkey")} (id, ${q("publicKey")}, ${q("userId")}, ${q("credentialID")}, ${q("credentialKey")}, counter, ${q("deviceType")}, ${q("backedUp")})
        select 'p1', 'x', id, 'x', 'x', 0, 'singleDevice', false from ${users} where email = 'key@example.com'`,
      `update ${users} set ${q("phoneNumber")} = '+15550100', ${q("phoneNumberVerified")} = true where email = 'phone@example.com'`,
      `update ${users} set ${q("isAnonymous")} = true where email = 'guest@example.com'`,
    );
    const lost = async (plugins: string): Promise<Finding | undefined> => {
      const { out } = await app.run("doctor", "--json", "--database", database.address, "--plugins", plugins);
      const { findings } = JSON.parse(out) as { findings: Finding[] };
      return findings.find(({ id }) => id === "data.users-without-sign-in-method");
    };
    expect((await lost("passkey,phone-number,anonymous"))?.title).toMatch(/^1 user can't sign in/);
    expect(await lost("magic-link")).toBeUndefined();
  });

  test("lists webhook deliveries that failed, were stopped, or couldn't be applied", async () => {
    await app.run("migrate", "--database", database.address, "--plugins", `${plugins},billing`);
    const at = (seconds: number): string => {
      const text = new Date(Date.now() + seconds * 1000).toISOString();
      return `'${name === "mariadb" ? text.slice(0, 23).replace("T", " ") : text}'`;
    };
    const delivery = (id: string, outcome: string): string =>
      `insert into ${q("billingDelivery")} (id, type, outcome, ${q("unknown")}, illegal, body, ${q("sentAt")}, ${q("receivedAt")})
        values ('${id}', 'order.paid', '${outcome}', '[]', '[]', '{}', ${at(0)}, ${at(0)})`;
    const handler = (id: string, deliveryId: string, state: string, lease: string): string =>
      `insert into ${q("billingHandler")} (id, ${q("deliveryId")}, handler, state, attempts, ${q("leaseUntil")})
        values ('${id}', '${deliveryId}', '${id}', '${state}', 1, ${lease})`;
    await send(
      ...["done", "failed", "running", "stopped"].map((id) => delivery(id, "applied")),
      delivery("strange", "unreadable"),
      handler("h1", "done", "done", "null"),
      handler("h2", "failed", "open", "null"),
      handler("h3", "failed", "open", "null"),
      handler("h4", "running", "running", at(600)),
      handler("h5", "stopped", "running", at(-600)),
    );
    const { findings } = await examine();
    const titles = findings.filter(({ id }) => id.endsWith("-deliveries")).map(({ id, title }) => [id, title]);
    expect(titles).toEqual([
      ["data.failed-deliveries", expect.stringContaining("2 webhook deliveries have")],
      ["data.unreadable-deliveries", expect.stringContaining("1 webhook delivery")],
    ]);
    const [list] = findings.filter(({ id }) => id === "data.failed-deliveries");
    const select = (list?.step ?? "").slice((list?.step ?? "").indexOf("select")).replace(/;$/, "");
    const open = await database.open();
    const rows = await open.rows(select);
    await open.close();
    expect(rows.map(({ deliveryId }) => deliveryId).sort()).toEqual(["failed", "failed", "stopped"]);
  });

  test("lists SAML providers whose certificates have expired, or will within 30 days", async () => {
    await app.run("migrate", "--database", database.address, "--plugins", `${plugins},sso`);
    const at = (days: number): string => {
      const text = new Date(Date.now() + days * 86_400_000).toISOString();
      return `'${name === "mariadb" ? text.slice(0, 23).replace("T", " ") : text}'`;
    };
    const columns = ["id", "providerId", "name", "issuer", "domain", "enabled", "createdAt", "certificatesExpireAt"];
    const provider = (id: string, expiresAt: string, enabled = true): string =>
      `insert into ${q("ssoProvider")} (${columns.map(q).join(", ")})
        values ('${id}', '${id}', 'Acme', 'https://idp.test', 'acme.test', ${enabled}, ${at(0)}, ${expiresAt})`;
    await send(
      provider("oidc", "null"),
      provider("valid", at(31)),
      provider("expiring", at(29)),
      provider("expired", at(-1)),
      provider("off", at(-1), false),
    );
    const { findings } = await examine();
    expect(findings.filter(({ id }) => id.endsWith("-certificates"))).toMatchObject([
      { id: "data.expired-certificates", severity: "error", title: expect.stringContaining("1 SAML provider has no") },
      { id: "data.expiring-certificates", severity: "warning", title: expect.stringContaining("of 1 SAML provider ") },
    ]);
  });

  test("lists verified domains whose TXT record is missing", async () => {
    await app.run("migrate", "--database", database.address, "--plugins", `${plugins},sso`);
    const time = name === "mariadb" ? "'2026-01-01 00:00:00'" : "'2026-01-01T00:00:00.000Z'";
    const columns = ["id", "organizationId", "domain", "verified", "token", "failingSince", "createdAt"].map(q);
    const domain = (id: string, verified: string, failingSince: string): string =>
      `insert into ${q("ssoDomain")} (${columns.join(", ")})
        values ('${id}', 'o', '${id}.test', ${verified}, 't', ${failingSince}, ${time})`;
    await send(
      `insert into ${q("organization")} (id, name, slug, ${q("lowerSlug")}, ${q("createdAt")}) values ('o', 'Acme', 'acme-sso', 'acme-sso', ${time})`,
      domain("fine", "'fine.test'", "null"),
      domain("failing", "'failing.test'", time),
      domain("lapsed", "null", time),
    );
    const { findings } = await examine();
    const [finding] = findings.filter(({ id }) => id === "data.failing-domains");
    expect(finding).toMatchObject({ severity: "warning", title: expect.stringContaining("of 1 verified domain is") });
    const open = await database.open();
    const rows = await open.rows((finding?.step ?? "").replace(/^.*To list them, run: /, "").replace(/;$/, ""));
    await open.close();
    expect(rows.map((row) => row.domain)).toEqual(["failing.test"]);
  });

  test("lists directories that are silent, or whose tokens have expired or will within 30 days", async () => {
    await app.run("migrate", "--database", database.address, "--plugins", `${plugins},scim`);
    const at = (days: number): string => {
      const text = new Date(Date.now() + days * 86_400_000).toISOString();
      return `'${name === "mariadb" ? text.slice(0, 23).replace("T", " ") : text}'`;
    };
    const insert = (table: string, row: Readonly<Record<string, string | boolean>>): string =>
      `insert into ${q(table)} (${Object.keys(row).map(q).join(", ")}) values (${Object.values(row).join(", ")})`;
    const text = (value: string): string => `'${value}'`;
    const connection = (id: string, lastRequestAt: string, enabled = true): string =>
      insert("scimConnection", {
        ...{ id: text(id), organizationId: text("acme"), name: text(id), enabled, defaultRole: text("member") },
        ...{ deprovision: text("suspend"), lastRequestAt, createdAt: at(-30) },
      });
    const token = (connectionId: string, id: string, expiresAt: string, graceUntil = "null"): string =>
      insert("scimToken", {
        ...{ id: text(id), connectionId: text(connectionId), token: text(id), start: text("scim_"), readOnly: false },
        ...{ expiresAt, graceUntil, createdAt: at(-30) },
      });
    await send(
      insert("organization", { id: text("acme"), name: text("Acme"), slug: text("acme-scim"), createdAt: at(-30) }),
      connection("works", at(-1)),
      connection("silent", at(-8)),
      connection("never", "null"),
      connection("expired", at(-1)),
      connection("expiring", at(-1)),
      connection("off", "null", false),
      ...["works", "silent", "never"].map((id) => token(id, id, "null")),
      token("works", "replaced", "null", at(-1)),
      token("expired", "expired", at(-1)),
      token("expired", "ended", "null", at(-1)),
      token("expiring", "soon", at(29)),
    );
    const { findings } = await examine();
    const found = findings.filter(({ id }) => /director|scim/.test(id));
    expect(found).toMatchObject([
      { id: "data.silent-directories", severity: "warning", title: expect.stringContaining("2 directories") },
      { id: "data.directories-without-token", severity: "error", title: expect.stringContaining("1 directory has") },
      { id: "data.expiring-scim-tokens", severity: "warning", title: expect.stringContaining("of 1 directory ") },
    ]);
    const open = await database.open();
    const names = [];
    for (const { step } of found) {
      const rows = await open.rows(step.slice(step.indexOf("select")).replace(/;$/, ""));
      names.push(rows.map((row) => row.name).sort());
    }
    expect(names).toEqual([["never", "silent"], ["expired"], ["expiring"]]);
    await open.close();
  });

  test("lists webhooks that fail or were disabled", async () => {
    await app.run("migrate", "--database", database.address, "--plugins", `${plugins},events`);
    const at = (days: number): string => {
      const text = new Date(Date.now() + days * 86_400_000).toISOString();
      return `'${name === "mariadb" ? text.slice(0, 23).replace("T", " ") : text}'`;
    };
    const columns = ["id", "url", "events", "kind", "secret", "enabled", "createdAt", "failingSince"];
    const webhook = (id: string, enabled: boolean, failingSince: string): string =>
      `insert into ${q("webhookEndpoint")} (${columns.map(q).join(", ")})
        values ('${id}', 'https://${id}.test', '["*"]', 'webhook', '', ${enabled}, ${at(-9)}, ${failingSince})`;
    await send(
      webhook("works", true, "null"),
      webhook("paused", false, "null"),
      webhook("blip", true, at(-0.5)),
      webhook("fails", true, at(-2)),
      webhook("gone", false, at(-6)),
    );
    const { findings } = await examine();
    expect(findings.filter(({ id }) => id.endsWith("-webhooks"))).toMatchObject([
      { id: "data.disabled-webhooks", severity: "warning", title: expect.stringContaining("1 webhook was turned off") },
      { id: "data.failing-webhooks", severity: "warning", title: expect.stringContaining("reached 1 webhook ") },
    ]);
    const open = await database.open();
    for (const { step } of findings.filter(({ id }) => id.endsWith("-webhooks"))) {
      const rows = await open.rows(step.slice(step.indexOf("select")).replace(/;$/, ""));
      expect(rows).toHaveLength(1);
    }
    await open.close();
  });

  test.runIf(name === "mariadb")(
    "finds a collation that treats different emails as equal, and says which one to use",
    async () => {
      await send(
        "alter table `user` modify email varchar(255) character set utf8mb4 collate utf8mb4_general_ci not null",
      );
      const { code, findings } = await examine();
      const unfit = findings.find(({ id }) => id === "schema.unfit");
      expect(code).toBe(1);
      expect(unfit?.title).toBe(
        "user.email has the collation utf8mb4_general_ci, which treats different texts as equal.",
      );
      expect(unfit?.step).toContain("utf8mb4_nopad_bin");
    },
  );

  test("only reads: the database rejects a write on its connection", async () => {
    const open = await openDatabase(database.address, { folder: app.folder, readOnly: true });
    await expect(open.rows(`delete from ${q("session")}`)).rejects.toThrow(/read.?only|query_only/i);
    await open.close();
  });

  test("works on another library's database, whose tables lack many columns", async () => {
    await send(
      `drop table ${q("outbox")}`,
      `drop table ${q("member")}`,
      `alter table ${q("user")} drop column ${q("banReason")}`,
    );
    expect((await examine()).code).toBe(1);
  });
});

test("on SQLite, finds accounts whose user is gone, and suggests SQL that removes them", async () => {
  const app = place();
  await app.run("migrate", "--database", "app.db");
  const { source, close } = await openDatabase("app.db", app);
  const { exec } = source as unknown as { exec(text: string): void };
  const run = (text: string): void => exec.call(source, text);
  run("pragma foreign_keys = off");
  run(
    `insert into "account" ("id", "userId", "providerId", "accountId", "createdAt", "updatedAt") values ('a', 'gone', 'github', '1', '', '')`,
  );
  const examine = async (): Promise<Finding[]> =>
    (JSON.parse((await app.run("doctor", "--json", "--database", "app.db")).out) as { findings: Finding[] }).findings;
  const stray = (await examine()).find(({ id }) => id === "data.accounts-without-user");
  expect(stray?.title).toBe("1 account belongs to no user.");
  run(stray?.step ?? "");
  expect((await examine()).some(({ id }) => id === "data.accounts-without-user")).toBe(false);
  await close();
  app.remove();
});

describe("clocks", () => {
  const at = (seconds: number) => ({
    dialect: "postgres" as const,
    rows: async () => [{ now: String(1_000_000 + seconds * 1000) }],
  });

  test.each([
    [0, undefined],
    [4, undefined],
    [12, "warning"],
    [-12, "warning"],
    [31, "error"],
    [-400, "error"],
  ])("%s seconds apart are %s", async (seconds, severity) => {
    const [finding] = await checkClock(at(seconds), () => 1_000_000);
    expect(finding?.severity).toBe(severity);
  });
});
