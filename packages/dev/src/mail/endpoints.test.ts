import { startAuth } from "@latchkey/test-kit";
import { createTransport } from "nodemailer";
import { describe, expect, test } from "vitest";
import { developerOf, formHeaders } from "../../test/callers.ts";
import { mailbox } from "../../test/mailbox.ts";
import { devConsole } from "../plugin.ts";
import { createMailCatcher } from "../smtp.ts";
import type { CaughtMail } from "./mailbox.ts";

describe("caught emails", () => {
  test("arrive over SMTP, and their link in the console leads back to the app", async () => {
    const mail = await createMailCatcher();
    const transport = createTransport(mail.url);
    const app = await startAuth({
      plugins: [devConsole({ mail })],
      emailVerification: {
        sendOnSignUp: true,
        sendVerificationEmail: async ({ user, url }) => {
          await transport.sendMail({ from: "app@acme.test", to: user.email, subject: "Confirm", text: `Open ${url}` });
        },
      },
    });
    const { auth } = app;
    const ann = await developerOf(app);
    await ann.signUp("ann@example.com");
    const { id, links } = await mail.next({ to: "ann@example.com" });
    const list: readonly CaughtMail[] = await auth.api.devMail();
    expect(list.map(({ subject }) => subject)).toEqual(["Confirm"]);
    expect((await ann.get<CaughtMail[]>("/dev/mail")).body[0]).toMatchObject({ id, links });
    const page = await ann.get<string>(`/dev/mail/${id}`);
    expect(page.body).toContain("/api/auth/verify-email?token=");
    const link = new URL(links[0] as string);
    await ann.get(`${link.pathname.replace("/api/auth", "")}${link.search}`);
    expect((await auth.api.devUsers())[0]?.emailVerified).toBe(true);
    transport.close();
    await mail.close();
  });

  test("can be cleared, and the form leads back to the console", async () => {
    const mail = mailbox({}, {});
    const app = await startAuth({ plugins: [devConsole({ mail })] });
    const { auth } = app;
    const ann = await developerOf(app);
    expect((await ann.post("/dev/mail/clear")).body).toEqual({ success: true });
    expect(await auth.api.devMail()).toEqual([]);
    const init = { method: "POST", headers: formHeaders };
    expect((await ann.send("/dev/mail/clear", init)).headers.get("location")).toBe("/api/auth/dev");
    expect((await ann.get("/dev/mail/1")).status).toBe(404);
  });
});
