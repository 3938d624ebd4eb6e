/** Tests of a second run of `migrate --from better-auth`. The long ones interrupt the first run at more writes. */

import { afterEach, describe, expect, test } from "vitest";
import { migrateFromBetterAuth } from "../src/better-auth/migrate.ts";
import type { OpenDatabase } from "../src/database/open.ts";
import { readSource } from "../src/project/target.ts";
import { betterAuthSecret, fillBetterAuthDatabase, plugins, quoted } from "./better-auth-database.ts";
import type { Addressed, addressed } from "./databases.ts";
import { type Dump, dump, normalizer } from "./dump.ts";
import { interruptible } from "./interrupt.ts";
import { type Place, place } from "./terminal.ts";

type Kind = (typeof addressed)[number];

const environment = `AUTH_SECRET=${"s".repeat(40)}\nBETTER_AUTH_SECRET=${betterAuthSecret}\n`;

/** A better-auth database, and the command in the app's folder. */
interface Move {
  readonly app: Place;
  readonly address: string;
  readonly open: OpenDatabase;
  migrate(...words: string[]): ReturnType<Place["run"]>;
  /** The ids of the doctor's findings about whose database it is. */
  findings(used?: string): Promise<readonly string[]>;
  /** Runs until the connection is lost after this many writes. Returns the writes. */
  interrupt(at: number): Promise<readonly string[]>;
  run(...statements: string[]): Promise<void>;
  close(): Promise<void>;
}

async function openMove(kind: Kind): Promise<Move> {
  const app = place({ ".env": environment });
  const database: Addressed = await kind.make(app.folder);
  const open = await database.open();
  await fillBetterAuthDatabase(open);
  return {
    app,
    address: database.address,
    open,
    migrate: (...words) =>
      app.run(
        ...["migrate", "--from", "better-auth", "--database", database.address],
        ...(words.includes("--plugins") ? words : [...words, "--plugins", plugins]),
      ),
    async findings(used = plugins) {
      const { out } = await app.run("doctor", "--database", database.address, "--plugins", used, "--json");
      const { findings } = JSON.parse(out) as { findings: { id: string }[] };
      return findings.map(({ id }) => id).filter((id) => id.startsWith("database."));
    },
    async interrupt(at) {
      const silent = { out: () => {}, error: () => {} };
      const target = readSource({ folder: app.folder, environment: {} }, { plugins });
      const connection = await database.open();
      const { database: lost, writes } = interruptible(connection, at);
      const options = { dryRun: false, hashSessions: true };
      await migrateFromBetterAuth(lost, target, options, silent).catch(() => {});
      // SQLite ends the transaction of a closed connection only once its statements are garbage collected.
      if (connection.dialect === "sqlite") await connection.execute("rollback").catch(() => {});
      await connection.close();
      return writes;
    },
    async run(...statements) {
      for (const statement of statements) await open.execute(quoted(open, statement));
    },
    async close() {
      await open.close();
      await database.close();
      app.remove();
    },
  };
}

/**
 * Registers the tests.
 * @param breakpoints where to interrupt, as positions in the list of writes
 */
export function testReruns(kind: Kind, breakpoints: (writes: readonly string[]) => readonly number[]): void {
  describe(`a second run of migrate --from better-auth on ${kind.name}`, () => {
    const moves: Move[] = [];
    const openOne = async (): Promise<Move> => {
      const move = await openMove(kind);
      moves.push(move);
      return move;
    };
    afterEach(async () => {
      for (const move of moves.splice(0)) await move.close();
    });

    /** Migrates without an interruption. */
    async function migrated(): Promise<Dump> {
      const move = await openOne();
      const { code, error } = await move.migrate("--hash-sessions");
      expect([code, error]).toEqual([0, expect.stringContaining("1 verified phone number was removed")]);
      return dump(move.open);
    }

    test("ends like an uninterrupted one, whichever write was the last", async () => {
      const [one, other] = [await migrated(), await migrated()];
      const normalize = normalizer(one, other);
      const expected = normalize(one);
      expect(normalize(other)).toEqual(expected);
      const writes = await (await openOne()).interrupt(Number.POSITIVE_INFINITY);
      for (const at of breakpoints(writes)) {
        const move = await openMove(kind);
        expect((await move.interrupt(at)).length).toBe(at);
        const { code, error } = await move.migrate("--hash-sessions");
        expect([code, code === 0 ? "" : error], writes[at]).toEqual([0, ""]);
        expect(normalize(await dump(move.open)), `interrupted before: ${writes[at]}`).toEqual(expected);
        await move.close();
      }
    });

    test("changes nothing after a complete one, whatever users have changed since, and needs no better-auth secret", async () => {
      const move = await openOne();
      await move.migrate();
      await move.run(
        `delete from "passkey" where id = 'phone'`,
        `delete from "ssoDomain" where domain = 'other.test'`,
        `delete from "ssoProvider" where id = 'entra'`,
        `delete from "backupCode" where "userId" = 'ann'`,
        `delete from "twoFactor" where id = 'ann'`,
        `update "account" set "verifiedEmail" = null`,
        `update "user" set "phoneVerifiedEmail" = null`,
        `update "user" set "phoneNumber" = '+12015550177', "phoneNumberVerified" = true, "emailVerified" = true where id = 'bob'`,
        `update "user" set email = 'guest@guests.acme.test' where id = 'guest'`,
        // As a later version may record it.
        `insert into "better_auth_migration" (id, "completedAt") select 'another version''s step', max("completedAt") from "better_auth_migration"`,
      );
      const before = await dump(move.open);
      move.app.write(".env", environment.replace(/^BETTER_AUTH_SECRET.*$/m, ""));
      const { code, out, error } = await move.migrate();
      expect([code, out, error]).toEqual([0, expect.stringMatching(/0 statements ran\.\n$/), ""]);
      expect(await dump(move.open)).toEqual(before);
    });

    test("is suggested by the doctor after an interruption, until it's done", async () => {
      const move = await openOne();
      const writes = await (await openOne()).interrupt(Number.POSITIVE_INFINITY);
      await move.interrupt(writes.findIndex((text) => /^update.*phoneVerifiedEmail/.test(text)));
      expect(await move.findings()).toEqual(["database.unfinished-migration"]);
      await move.migrate();
      expect(await move.findings()).toEqual([]);
    });

    test("isn't suggested if the app doesn't use 2FA, so that better-auth's table is still there", async () => {
      const move = await openOne();
      await move.run(`update "user" set "twoFactorEnabled" = false`);
      const used = plugins.replace(",two-factor", "");
      expect((await move.migrate("--plugins", used)).code).toBe(0);
      expect(await move.findings(used)).toEqual([]);
      expect(await move.findings()).toEqual(["database.belongs-to-better-auth"]);
    });

    test("migrates what a plugin needs that the app has added since, and repeats nothing else", async () => {
      const move = await openOne();
      await move.migrate("--plugins", "organization,sso,two-factor");
      await move.run(`delete from "ssoProvider" where id = 'entra'`);
      const { code, out } = await move.migrate();
      expect([code, out]).toEqual([0, expect.stringContaining("3 passkeys were migrated.")]);
      expect(out).not.toContain("identity provider");
      expect(await move.open.rows(quoted(move.open, `select id from "ssoProvider"`))).toEqual([{ id: "okta" }]);
    });

    test("doesn't change the rows of a plugin that better-auth's app didn't have and that the app added since", async () => {
      const move = await openOne();
      await move.run(
        `delete from "user" where id = 'guest'`,
        `alter table "user" drop column "isAnonymous"`,
        `drop table "passkey"`,
      );
      await move.migrate("--plugins", plugins.replace("anonymous,", "").replace("passkey,", ""));
      await move.app.run("migrate", "--database", move.address, "--plugins", plugins);
      await move.run(`update "user" set "isAnonymous" = true, email = 'guest@guests.acme.test' where id = 'bob'`);
      expect(await move.findings()).toEqual([]);
      const before = await dump(move.open);
      expect((await move.migrate()).code).toBe(0);
      expect(await dump(move.open)).toEqual(before);
    });

    test("migrates everything again after the app went back to better-auth", async () => {
      const move = await openOne();
      await move.migrate();
      await move.run(
        `drop table "backupCode"`,
        `drop table "twoFactor"`,
        `alter table "twoFactor_better_auth" rename to "twoFactor"`,
        `drop table "verification"`,
        `alter table "verification_better_auth" rename to "verification"`,
        `drop table "passkey"`,
        `alter table "passkey_better_auth" rename to "passkey"`,
        `delete from "passkey" where id = 'phone'`,
      );
      const { code, out } = await move.migrate();
      expect([code, out]).toEqual([0, expect.stringContaining("Second factors of 3 users and 4 backup codes were")]);
      expect(out).toContain("2 passkeys were migrated.");
    });
  });
}
