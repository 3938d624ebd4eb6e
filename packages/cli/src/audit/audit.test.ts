import { auditTable, recordSystemAudit } from "@latchkey/core/plugin";
import { auditCheckpointTable, events, type VerifyAuditResult } from "@latchkey/events";
import { jwt } from "@latchkey/jwt";
import { sqlAdapter } from "@latchkey/sql";
import { startAuth } from "@latchkey/test-kit";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type Addressed, addressed } from "../../test/databases.ts";
import { type Place, place } from "../../test/terminal.ts";

describe.each(addressed)("latchkey audit verify on $name", ({ make }) => {
  let app: Place;
  let database: Addressed;

  beforeEach(async () => {
    app = place();
    database = await make(app.folder);
  });
  afterEach(async () => {
    await database.close();
    app.remove();
  });

  /** Runs the app on the command's database. */
  async function inApp<T>(work: (app: Awaited<ReturnType<typeof start>>) => Promise<T>): Promise<T> {
    const open = await database.open();
    try {
      return await work(await start(open.source));
    } finally {
      await open.close();
    }
  }

  const start = (source: Parameters<typeof sqlAdapter>[0]) =>
    startAuth({
      database: sqlAdapter(source),
      plugins: [jwt(), events({ checkpoints: true })] as const,
      // The test app's clock is years ahead.
      audit: { retentionDays: null },
    });

  /** Writes one entry for Acme and one for the site in each of three hours, and signs them. */
  const writeLog = () =>
    inApp(async ({ auth, clock }) => {
      const { $context: context } = auth;
      for (let at = 0; at < 3; at++) {
        for (const organizationId of [null, "acme"]) {
          const entry = { action: "member.update", organizationId, userId: `user-${at}` } as const;
          await recordSystemAudit(context.db, context, entry);
        }
        clock.advance(3600);
      }
      clock.advance(3600);
      await auth.api.removeExpired();
    });

  const verify = (...flags: string[]) => app.run("audit", "verify", "--database", database.address, ...flags);

  test("says what was compared, and which time ranges differ, without the app's secret", async () => {
    await app.run("migrate", "--database", database.address, "--plugins", "jwt");
    const early = await verify();
    expect([early.code, early.error]).toEqual([1, expect.stringContaining("The auditCheckpoint table is missing.")]);
    await inApp(async () => {});
    const none = await verify();
    expect([none.code, none.out]).toEqual([1, expect.stringContaining("There are no checkpoints.")]);
    await writeLog();
    const whole = await verify();
    expect([whole.error, whole.code]).toEqual(["", 0]);
    expect(whole.out).toContain("Compared 6 entries with 6 checkpoints, from ");
    expect(whole.out).toContain("Nothing was changed.");
    const [, head = ""] = /--head=(\S+)/.exec(whole.out) ?? [];

    await inApp(async ({ auth: { $context: context } }) => {
      const where = { userId: "user-1", organizationId: "acme" };
      await context.db.update(auditTable, { where, set: { userId: "someone" } });
    });
    const changed = await verify(`--head=${head}`);
    expect([changed.code, changed.error]).toEqual([1, ""]);
    expect(changed.out).toMatch(/^changed {5}\S+:00:00\.000Z to \S+Z {2}organization acme: an entry was changed$/m);
    expect((await verify("--organization", "other")).code).toBe(0);

    expect((await verify("--head=-not-a-known-head")).out).toContain("checkpoint");

    // The app signs removed checkpoints again, so only the head shows the change.
    await inApp(async ({ auth }) => {
      await auth.$context.db.remove(auditCheckpointTable, { where: { upTo: { gte: new Date(0) } } });
      await auth.api.removeExpired();
    });
    await writeLog();
    expect((await verify()).code).toBe(0);
    const replaced = await verify(`--head=${head}`, "--json");
    expect(replaced.code).toBe(1);
    const { problems } = JSON.parse(replaced.out) as VerifyAuditResult;
    expect(problems).toMatchObject([{ organizationId: null, reason: "checkpoint" }]);
    expect((await verify("--from", "yesterday")).error).toContain('--from is "yesterday".');
  });

  test("doctor counts the entries that should have been signed", async () => {
    const unsigned = async () => {
      const { out } = await app.run("doctor", "--json", "--database", database.address, "--plugins", "jwt,events");
      const { findings } = JSON.parse(out) as { findings: readonly { id: string; title: string }[] };
      return findings.filter(({ id }) => id === "data.unsigned-audit-log").map(({ title }) => title);
    };
    await inApp(async ({ auth: { $context: context } }) => {
      const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000);
      await context.db.insertMany(
        auditTable,
        [1, 30, 40].map((hours) => ({ id: `${hours}`, action: "user.update", createdAt: hoursAgo(hours) })),
      );
    });
    expect(await unsigned()).toEqual([expect.stringMatching(/^2 audit log entries have been waiting/)]);
    await inApp(async ({ auth }) => {
      await auth.api.removeExpired();
      expect(await auth.$context.db.count(auditCheckpointTable, {})).toBeGreaterThan(0);
    });
    expect(await unsigned()).toEqual([]);
  });
});
