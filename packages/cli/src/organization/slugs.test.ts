import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type Addressed, addressed } from "../../test/databases.ts";
import { type Place, place } from "../../test/terminal.ts";
import type { Finding } from "../doctor/finding.ts";

const foreign = {
  sqlite: "date",
  postgres: "timestamptz",
  mysql: "timestamp(3)",
} as const;

describe.each(addressed)("slugs of organizations on $name", ({ make }) => {
  let app: Place;
  let database: Addressed;
  beforeEach(async () => {
    app = place({ ".env": `AUTH_SECRET=${"s".repeat(40)}\n` });
    database = await make(app.folder);
  });
  afterEach(async () => {
    await database.close();
    app.remove();
  });

  const target = () => ["--database", database.address, "--plugins", "organization"];
  async function send(...statements: readonly string[]): Promise<void> {
    const open = await database.open();
    for (const text of statements) await open.execute(open.dialect === "mysql" ? text.replaceAll('"', "`") : text);
    await open.close();
  }
  async function rows(text: string) {
    const open = await database.open();
    const found = await open.rows(open.dialect === "mysql" ? text.replaceAll('"', "`") : text);
    await open.close();
    return found;
  }
  async function doctor(): Promise<Finding[]> {
    const { out } = await app.run("doctor", "--json", ...target());
    const { findings } = JSON.parse(out) as { findings: Finding[] };
    return findings.filter(({ id }) => id.includes("slugs"));
  }
  const organization = (id: string, slug: string): string =>
    `insert into "organization" (id, name, slug, "createdAt") values ('${id}', '${id}', '${slug}', '2026-01-01')`;

  test("in other forms are listed and protected, and those that collide stop the migration", async () => {
    await app.run("migrate", ...target());
    await send(organization("a", "UpperCo"), organization("b", "acme.com"), organization("c", "fine"));
    expect((await doctor()).map(({ id }) => id)).toEqual(["data.legacy-slugs", "data.unprotected-slugs"]);
    const { code, out } = await app.run("migrate", ...target());
    expect([code, out]).toEqual([
      0,
      expect.stringContaining("2 organizations have slugs in an older format: UpperCo, acme.com."),
    ]);
    expect(await rows('select slug as s, "lowerSlug" as l from "organization" order by id')).toEqual([
      { s: "UpperCo", l: "upperco" },
      { s: "acme.com", l: null },
      { s: "fine", l: null },
    ]);
    expect((await doctor()).map(({ id }) => id)).toEqual(["data.legacy-slugs"]);

    await send(organization("d", "Fine"));
    const stopped = await app.run("migrate", ...target());
    expect([stopped.code, stopped.error]).toEqual([
      1,
      expect.stringMatching(/differ only in case: Fine and fine\. Change all but one.*Nothing was changed\./),
    ]);
    const [finding] = await doctor();
    expect(finding).toMatchObject({ id: "data.colliding-slugs", severity: "error" });
    expect(finding?.title).toContain("Fine and fine");
  });

  test("from better-auth are listed before the migration, and teams are migrated without an auth file", async () => {
    const open = await database.open();
    const time = foreign[open.dialect];
    const isMysql = open.dialect === "mysql";
    await open.close();
    const at = `${time} not null default current_timestamp${isMysql ? "(3)" : ""}`;
    const id = "id varchar(36) not null primary key";
    const user = (name: string) => `"${name}" varchar(36) not null references "user" (id) on delete cascade`;
    await send(
      `create table "user" (${id}, name text not null, email varchar(255) not null unique, "emailVerified" boolean not null, image text, "createdAt" ${at}, "updatedAt" ${time} null)`,
      `create table "session" (${id}, token varchar(255) not null unique, "expiresAt" ${time} not null, "createdAt" ${at}, "updatedAt" ${time} null, "ipAddress" text, "userAgent" text, ${user("userId")})`,
      `create table "account" (${id}, "accountId" text not null, "providerId" text not null, ${user("userId")}, "accessToken" text, "refreshToken" text, "idToken" text, "accessTokenExpiresAt" ${time} null, "refreshTokenExpiresAt" ${time} null, scope text, password text, "createdAt" ${at}, "updatedAt" ${time} null)`,
      `create table "verification" (${id}, identifier text not null, value text not null, "expiresAt" ${time} not null, "createdAt" ${at}, "updatedAt" ${time} null)`,
      `create table "organization" (${id}, name text not null, slug varchar(255) not null unique, logo text, "createdAt" ${at}, metadata text)`,
      `create table "team" (${id}, name text not null, "organizationId" varchar(36) not null references "organization" (id) on delete cascade, "createdAt" ${at}, "updatedAt" ${time} null)`,
      `create table "teamMember" (${id}, "teamId" varchar(36) not null references "team" (id) on delete cascade, ${user("userId")}, "createdAt" ${time} null)`,
      organization("a", "UpperCo"),
    );
    const move = () => app.run("migrate", "--from", "better-auth", ...target());
    if (!isMysql) {
      await send(organization("b", "upperco"));
      const stopped = await move();
      expect([stopped.code, stopped.error]).toEqual([
        1,
        expect.stringMatching(/differ only in case: UpperCo and upperco\..*Nothing was changed\./),
      ]);
      await expect(rows('select "lowerSlug" from "organization"')).rejects.toThrow();
      await send(`delete from "organization" where id = 'b'`);
    }
    const { code, out, error } = await move();
    expect([code, error]).toEqual([0, ""]);
    expect(out).toContain("1 organization has a slug in an older format: UpperCo.");
    expect(await rows('select slug as s, "lowerSlug" as l from "organization"')).toEqual([
      { s: "UpperCo", l: "upperco" },
    ]);
    // Team members are unique, as if an auth file enabled teams.
    expect((await app.run("migrate", ...target())).out).toContain("is up to date");
    await send(
      `insert into "team" (id, name, "organizationId", "createdAt") values ('t', 'T', 'a', '2026-01-01')`,
      `insert into "user" (id, name, email, "emailVerified", "createdAt", "updatedAt") values ('u', 'U', 'u@x.test', true, '2026-01-01', '2026-01-01')`,
      `insert into "teamMember" (id, "teamId", "userId") values ('m', 't', 'u')`,
    );
    const twice = send(`insert into "teamMember" (id, "teamId", "userId") values ('n', 't', 'u')`);
    await expect(twice).rejects.toThrow();
    expect(await rows('select "activeTeamId" from "session"')).toEqual([]);
  });
});
