import { startAuth } from "@latchkey/test-kit";
import { quickDatabases } from "@latchkey/test-kit/databases";
import { describe, expect, test } from "vitest";
import { developerOf, local } from "../../test/callers.ts";
import { devConsole } from "../plugin.ts";

describe.each(quickDatabases)("the console on $name", ({ open }) => {
  test("lists users and sessions without secrets, within its query budgets", async () => {
    const opened = await open();
    const app = await startAuth({ database: opened.database, plugins: [devConsole()] });
    const { auth } = app;
    const ann = await developerOf(app);
    const { body } = await ann.signUp("ann@example.com");
    const shown: string[] = [];
    for (const [path, budget] of [
      ["/dev", auth.$context.extensions.endpoints.devConsolePage?.queryBudget],
      ["/dev/users", auth.$context.extensions.endpoints.devUsers?.queryBudget],
      ["/dev/sessions", auth.$context.extensions.endpoints.devSessions?.queryBudget],
      ["/dev/requests", auth.$context.extensions.endpoints.devRequests?.queryBudget],
    ] as const) {
      opened.statements.length = 0;
      shown.push(JSON.stringify((await ann.get(path)).body));
      expect(opened.statements.filter(({ table }) => table !== "outbox").length, path).toBeLessThanOrEqual(budget ?? 0);
    }
    const users = await auth.api.devUsers();
    expect(users).toEqual([
      {
        id: body.user.id,
        name: "ann",
        email: "ann@example.com",
        emailVerified: false,
        createdAt: expect.any(Date),
        providers: ["credential"],
      },
    ]);
    const [session] = await auth.api.devSessions();
    expect(session).toMatchObject({ email: "ann@example.com", ipAddress: local, proven: ["password"] });
    const digests = await auth.$context.db.findMany({ name: "session", columns: {} } as never, { limit: 9 });
    const accounts = await auth.$context.db.findMany({ name: "account", columns: {} } as never, { limit: 9 });
    for (const secret of [
      body.token,
      (digests[0] as unknown as { token: string }).token,
      (accounts[0] as unknown as { password: string }).password,
      ...ann.cookies.values(),
    ]) {
      expect(secret.length).toBeGreaterThan(20);
      for (const text of shown) expect(text).not.toContain(secret);
    }
    await opened.close();
  });
});
