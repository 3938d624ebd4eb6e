import { outboxEmpty, type TestBrowser } from "@latchkey/test-kit";
import { quickDatabases } from "@latchkey/test-kit/databases";
import { describe, expect, test } from "vitest";
import { email, password, startCodes } from "../test/app.ts";

describe.each(quickDatabases)("on $name", ({ open }) => {
  test("every call sends at most the queries it declares", async () => {
    const { database, statements, close } = await open();
    const { browser, auth, box } = await startCodes({}, { database });
    const deliveries = [
      "/email-otp/send-verification-otp",
      "/email-otp/request-password-reset",
      "/forget-password/email-otp",
      "/email-otp/request-email-change",
    ];
    const counted = async (path: string, work: () => Promise<{ status: number }>) => {
      statements.length = 0;
      const { status } = await work();
      const sent = statements.filter(
        ({ kind, table }) => kind !== "transaction" && !["audit", "outbox", "rateLimit"].includes(table ?? ""),
      ).length;
      const { queryBudget = 0 } =
        Object.values(auth.$context.extensions.endpoints).find((endpoint) => endpoint.path === path) ?? {};
      // The email may be prepared meanwhile, by an outbox that isn't counted.
      const prepared = deliveries.includes(path) ? 2 : 0;
      const allowed = queryBudget + prepared;
      expect([path, status < 400, Math.max(sent, allowed)]).toEqual([path, true, allowed]);
    };
    const call = async (one: TestBrowser, path: string, body: object) => {
      await outboxEmpty(auth);
      await counted(path, () => one.post(path, body));
    };
    const code = async (one: TestBrowser, type: string) => {
      await call(one, "/email-otp/send-verification-otp", { email, type });
      return String((await box.next("code", email)).mail.otp);
    };
    await browser().signUp(email);
    const ann = browser();
    await call(ann, "/email-otp/verify-email", { email, otp: await code(ann, "email-verification") });
    const otp = await code(ann, "sign-in");
    await call(ann, "/email-otp/check-verification-otp", { email, type: "sign-in", otp });
    await call(ann, "/sign-in/email-otp", { email, otp });
    await call(ann, "/sign-in/email-otp", { email, otp: await code(ann, "sign-in") });
    const agreed = await code(ann, "email-verification");
    await call(ann, "/email-otp/request-email-change", { newEmail: "b@example.com", otp: agreed });
    const changing = String((await box.next("code", "b@example.com")).mail.otp);
    await call(ann, "/email-otp/request-password-reset", { email });
    const reset = String((await box.next("code", email)).mail.otp);
    await call(browser(), "/forget-password/email-otp", { email });
    await call(ann, "/email-otp/change-email", { newEmail: "b@example.com", otp: changing });
    await call(ann, "/email-otp/request-password-reset", { email: "b@example.com" });
    const next = String((await box.next("code", "b@example.com")).mail.otp);
    expect(reset).toHaveLength(6);
    await call(ann, "/email-otp/reset-password", { email: "b@example.com", otp: next, password });
    await close();
  });
});
