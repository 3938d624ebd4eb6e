import { describe, expect, test } from "vitest";
import { ann, everyKind, samples } from "../test/samples.ts";
import { createMailer, type Mailer, type MailerOptions } from "./mailer.ts";
import type { MailMessage } from "./transport.ts";

interface Sent {
  readonly mail: Mailer;
  readonly messages: MailMessage[];
  readonly signals: (AbortSignal | undefined)[];
}

function start(options: Partial<MailerOptions> = {}): Sent {
  const messages: MailMessage[] = [];
  const signals: (AbortSignal | undefined)[] = [];
  const transport = {
    async send(message: MailMessage, signal?: AbortSignal): Promise<void> {
      messages.push(message);
      signals.push(signal);
    },
  };
  const mail = createMailer({ appName: "Acme", from: "Acme <no-reply@acme.test>", transport, ...options });
  return { mail, messages, signals };
}

describe("a mailer", () => {
  test("has a function for each kind of email, which sends to that kind's recipient", async () => {
    const { mail, messages } = start();
    expect(Object.keys(mail).sort()).toEqual([...everyKind].sort());
    for (const kind of everyKind) await (mail[kind] as (data: unknown) => Promise<void>)(samples[kind]);
    const other: Record<string, string> = { invitation: "guest@example.com" };
    expect(messages.map(({ to }) => to)).toEqual(everyKind.map((kind) => other[kind] ?? "ann@example.com"));
    expect(new Set(messages.map(({ subject }) => subject)).size).toBe(everyKind.length);
  });

  test("sends the verification of a new email to the new email", async () => {
    const { mail, messages } = start();
    await mail.verification({ ...samples.verification, newEmail: "new@example.com" });
    expect(messages[0]).toMatchObject({ to: "new@example.com" });
    expect(messages[0]?.text).toContain("Open the link below to verify new@example.com.");
  });

  test("uses the delivery's key in the Message-ID, and lets the transport create one if there's no key", async () => {
    const { mail, messages, signals } = start();
    const { signal } = new AbortController();
    await mail.passwordChanged({ user: ann }, { key: "k1", signal });
    await mail.passwordChanged({ user: ann });
    expect(messages.map(({ messageId }) => messageId)).toEqual(["<k1@acme.test>", undefined]);
    expect(signals).toEqual([signal, undefined]);
  });

  test("sets headers that prevent out-of-office replies", async () => {
    const { mail, messages } = start({ language: "de" });
    await mail.passwordChanged({ user: ann });
    expect(messages[0]?.headers).toMatchObject({ "Auto-Submitted": "auto-generated", "Content-Language": "de" });
  });

  test("doesn't send an email after the delivery is aborted", async () => {
    const { mail, messages } = start();
    const reason = new Error("too late");
    await expect(mail.passwordChanged({ user: ann }, { key: "k", signal: AbortSignal.abort(reason) })).rejects.toBe(
      reason,
    );
    expect(messages).toEqual([]);
  });

  test.each(["ann@example.com, eve@evil.example", "ann@example.com\r\nBcc: eve@evil.example", ""])(
    "doesn't send to %j",
    async (email) => {
      const { mail, messages } = start();
      await expect(mail.resetPassword({ ...samples.resetPassword, user: { ...ann, email } })).rejects.toThrow(
        'kind "resetPassword" needs exactly one recipient',
      );
      expect(messages).toEqual([]);
    },
  );

  test("rejects invalid options when it's created", () => {
    expect(() => start({ from: "Acme" })).toThrow(/^from is /);
    expect(() => start({ appName: "" })).toThrow(/^appName is /);
  });
});

test.each([
  [{ form: "no-reply@acme.test" }, "form isn't an option of createMailer. Use one of: appName, from, transport"],
  [{}, "appName is missing. Set it to your app's name."],
  [{ appName: "Acme" }, 'from is missing. Set it to the sender, such as "Acme <no-reply@acme.test>".'],
  [{ appName: "Acme", from: "no-reply@acme.test" }, "transport is missing. Set it to smtp(…)"],
  [{ appName: "Acme", from: "no-reply@acme.test", transport: { sent() {} } }, "transport is missing."],
])("createMailer(%j) fails, and says what to set", (options, message) => {
  expect(() => createMailer(options as unknown as MailerOptions)).toThrow(message);
});
