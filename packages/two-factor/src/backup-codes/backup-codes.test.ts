import { sessionTable } from "@latchkey/core/plugin";
import { describe, expect, test } from "vitest";
import { startTwoFactor } from "../../test/app.ts";

describe("backup codes", () => {
  test("each sign in once, with or without a dash and spaces, and are case-sensitive", async () => {
    const app = await startTwoFactor();
    const { backupCodes } = await app.enrolled();
    const [first = "", second = ""] = backupCodes;
    const give = async (code: string) => {
      const { status, body } = await (await app.challenged()).post("/two-factor/verify-backup-code", { code });
      return [status, body.code];
    };
    expect(await give(` ${first.replace("-", "")} `)).toEqual([200, undefined]);
    expect(await give(first)).toEqual([401, "INVALID_BACKUP_CODE"]);
    const swapped = [...second].map((letter) =>
      letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
    );
    expect(await give(swapped.join(""))).toEqual([401, "INVALID_BACKUP_CODE"]);
    expect(await give(second)).toEqual([200, undefined]);
  });

  test("with `disableSession`, a code is checked and consumed, and no session is created", async () => {
    const app = await startTwoFactor();
    const { backupCodes } = await app.enrolled();
    const phone = await app.challenged();
    const sessions = await app.auth.$context.db.count(sessionTable, {});
    const { status, body, setCookies } = await phone.post("/two-factor/verify-backup-code", {
      code: backupCodes[0],
      disableSession: true,
    });
    expect([status, body]).toMatchObject([200, { user: { email: "ann@example.com" } }]);
    expect(body).not.toHaveProperty("token");
    expect(setCookies.some((line) => line.includes("session_token"))).toBe(false);
    expect(await app.auth.$context.db.count(sessionTable, {})).toBe(sessions);
    expect((await phone.post("/two-factor/verify-backup-code", { code: backupCodes[1] })).status).toBe(401);
  });

  test("a signed-in user without backup codes gets an error", async () => {
    const app = await startTwoFactor();
    const bob = app.browser();
    await bob.signUp("bob@example.com");
    const { status, body } = await bob.post("/two-factor/verify-backup-code", { code: "aaaaa-bbbbb" });
    expect([status, body.code]).toEqual([400, "BACKUP_CODES_NOT_ENABLED"]);
  });
});
