import { setTimeout as sleep } from "node:timers/promises";
import type { SMTPServerOptions } from "smtp-server";
import { afterEach, describe, expect, test, vi } from "vitest";
import { everyKind, samples } from "../test/samples.ts";
import { startServer, type TestServer } from "../test/smtp-server.ts";
import { createMailer, type Mailer } from "./mailer.ts";
import { renderMail } from "./render.ts";
import { type SmtpOptions, type SmtpTransport, smtp } from "./smtp.ts";

const closing: (() => void | Promise<void>)[] = [];
afterEach(async () => {
  vi.unstubAllEnvs();
  for (const close of closing.splice(0).reverse()) await close();
});

interface Running {
  readonly server: TestServer;
  readonly transport: SmtpTransport;
  readonly mail: Mailer;
}

async function start(serverOptions?: SMTPServerOptions, options?: Partial<SmtpOptions>): Promise<Running> {
  const server = await startServer(serverOptions);
  closing.push(() => server.close());
  const transport = smtp(options ? { host: "127.0.0.1", port: server.port, ...options } : server.url);
  closing.push(() => transport.close());
  return {
    server,
    transport,
    mail: createMailer({ appName: "Acme", from: "Acme, Inc. <no-reply@acme.test>", transport }),
  };
}

const delivery = { key: "d3l1v3ry", signal: new AbortController().signal };

describe("an email over SMTP", () => {
  test.each(everyKind)("with the kind %s arrives as rendered", async (kind) => {
    const { server, mail } = await start();
    await (mail[kind] as (data: unknown, of: typeof delivery) => Promise<void>)(samples[kind], delivery);

    const { subject, text, html } = renderMail(kind, samples[kind], { appName: "Acme" });
    const to = kind === "invitation" ? "guest@example.com" : "ann@example.com";
    const [received] = server.received;
    expect(server.received).toHaveLength(1);
    expect(received?.envelope).toEqual({ from: "no-reply@acme.test", to: [to] });
    expect(received?.mail.from?.value).toEqual([{ name: "Acme, Inc.", address: "no-reply@acme.test" }]);
    expect(received?.mail.to).toMatchObject({ value: [{ name: "", address: to }] });
    expect(received?.mail.subject).toBe(subject);
    expect(received?.mail.text?.trim()).toBe(text.trim());
    expect(String(received?.mail.html).trim()).toBe(html.trim());
    expect(received?.mail.messageId).toBe("<d3l1v3ry@acme.test>");
    expect(received?.mail.headers.get("auto-submitted")).toBe("auto-generated");
  });

  test("doesn't get another header or recipient from a name with line breaks", async () => {
    const { server, mail } = await start();
    await mail.invitation({
      ...samples.invitation,
      organizationName: "Globex\r\nBcc: eve@evil.example\r\n\r\n<script>",
      inviterName: "Ann\r\n.\r\nMAIL FROM:<eve@evil.example>",
    });
    const [received] = server.received;
    expect(server.received).toHaveLength(1);
    expect(received?.envelope.to).toEqual(["guest@example.com"]);
    expect(received?.mail.bcc).toBeUndefined();
    expect(received?.raw).not.toMatch(/^(?:bcc|mail from):/im);
    expect(received?.mail.subject).toMatch(/^You're invited to join Globex Bcc:.* on Acme$/);
  });

  test("goes to at most one recipient if the message is passed directly to the transport", async () => {
    const { server, transport } = await start();
    const message = { from: "a@acme.test", subject: "x\r\nBcc: eve@evil.example", text: "x", html: "x", headers: {} };
    await transport.send({ ...message, to: "ann@example.com, eve@evil.example" }).catch(() => {});
    await transport.send({ ...message, to: "ann@example.com" });
    for (const { envelope, mail } of server.received) {
      expect(envelope.to).toHaveLength(1);
      expect(envelope.to).not.toContain("eve@evil.example");
      expect(mail.bcc).toBeUndefined();
    }
  });

  test("reuses connections, and works with the hostname localhost", async () => {
    const { server } = await start();
    const transport = smtp(`smtp://localhost:${server.port}`);
    closing.push(() => transport.close());
    const mail = createMailer({ appName: "Acme", from: "no-reply@acme.test", transport });
    for (let time = 0; time < 5; time++) await mail.passwordChanged(samples.passwordChanged);
    expect(server.received).toHaveLength(5);
    expect(server.connections()).toBe(1);
  });

  test("causes an error if the server rejects it", async () => {
    const { mail } = await start({ onRcptTo: (_address, _session, done) => done(new Error("No such mailbox")) });
    await expect(mail.passwordChanged(samples.passwordChanged)).rejects.toThrow("No such mailbox");
  });

  test("isn't sent after the transport is closed", async () => {
    const { server, mail, transport } = await start();
    transport.close();
    await expect(mail.passwordChanged(samples.passwordChanged)).rejects.toThrow();
    expect(server.received).toEqual([]);
  });

  test("is sent with the username and password, which are percent-encoded in the URL", async () => {
    const seen: unknown[] = [];
    const { server } = await start({
      disabledCommands: ["STARTTLS"],
      allowInsecureAuth: true,
      onAuth({ username, password }, _session, done) {
        seen.push([username, password]);
        done(null, { user: username });
      },
    });
    const transport = smtp(`smtp://ann%40acme.test:p%3Aw%2F@127.0.0.1:${server.port}`);
    closing.push(() => transport.close());
    await transport.send({ from: "a@b.test", to: "c@d.test", subject: "s", text: "t", html: "h", headers: {} });
    expect(seen).toEqual([["ann@acme.test", "p:w/"]]);
  });
});

describe("an abort", () => {
  test("ends a send in progress, and the next one succeeds", async () => {
    let stuck = true;
    const { server, mail } = await start({
      onMailFrom(_address, _session, done) {
        if (!stuck) done();
      },
    });
    const stop = new AbortController();
    const sending = mail.passwordChanged(samples.passwordChanged, { key: "k", signal: stop.signal });
    const outcome = expect(sending).rejects.toMatchObject({ name: "AbortError" });
    await sleep(100);
    stop.abort();
    await outcome;
    stuck = false;
    await mail.passwordChanged(samples.passwordChanged);
    expect(server.received).toHaveLength(1);
  });

  test("opens no connection if it happens before the start", async () => {
    const { server, transport } = await start();
    const message = { from: "a@b.test", to: "c@d.test", subject: "s", text: "t", html: "h", headers: {} };
    await expect(transport.send(message, AbortSignal.abort())).rejects.toMatchObject({ name: "AbortError" });
    expect(server.connections()).toBe(0);
  });
});

describe("timeouts", () => {
  test("apply to a server that doesn't respond", async () => {
    const never: SMTPServerOptions = { onMailFrom: () => {} };
    const { mail } = await start(never, { socketTimeoutMs: 200 });
    await expect(mail.passwordChanged(samples.passwordChanged)).rejects.toThrow(/timeout/i);
  });
});

describe("TLS", () => {
  test("can't be turned off in production, except for a server on the same machine", () => {
    for (const environment of ["production", ""]) {
      vi.stubEnv("NODE_ENV", environment);
      const plain = (host: string) => () => smtp({ host, requireTLS: false }).close();
      for (const host of ["mail.example.com", "10.0.0.5", "127.0.0.1.evil.example", "localhost.example.com", "::2"])
        expect(plain(host), host).toThrow(/^requireTLS is false\. In production/);
      for (const host of ["localhost", "LOCALHOST", "app.localhost", "127.0.0.1", "127.9.9.9", "::1"])
        expect(plain(host), host).not.toThrow();
      expect(() => smtp({ host: "mail.example.com", requireTLS: false, secure: true }).close()).not.toThrow();
      expect(() => smtp("smtp://mail.example.com").close()).not.toThrow();
    }
    vi.stubEnv("NODE_ENV", "development");
    expect(() => smtp({ host: "mail.example.com", requireTLS: false }).close()).not.toThrow();
  });

  test("prevents sending the email and the password if it's required but not offered", async () => {
    const { server, mail } = await start({}, { requireTLS: true, auth: { user: "ann", password: "s3cret" } });
    await expect(mail.passwordChanged(samples.passwordChanged)).rejects.toThrow(/STARTTLS/);
    expect(server.received).toEqual([]);
  });

  test("prevents sending the email if the certificate is untrusted", async () => {
    const { server, mail } = await start({ disabledCommands: ["AUTH"] }, { requireTLS: true });
    await expect(mail.passwordChanged(samples.passwordChanged)).rejects.toThrow(/certificate/i);
    expect(server.received).toEqual([]);
  });

  test("isn't used on the same machine, so a development server's self-signed certificate works", async () => {
    const { server, mail } = await start({ disabledCommands: ["AUTH"] });
    await mail.passwordChanged(samples.passwordChanged);
    expect(server.received).toHaveLength(1);
  });
});

describe("a server's URL", () => {
  test.each(["", "localhost", "http://localhost", "smtp://localhost?tls=no", "smtp://localhost/x", "smtp://"])(
    "such as %j is rejected",
    (url) => {
      expect(() => smtp(url)).toThrow();
    },
  );

  test("isn't included in errors, because it contains the password", () => {
    expect(() => smtp("https://ann:s3cret@mail.example.com/x")).not.toThrow(/s3cret/);
    expect(() => smtp("smtp://ann:s3cret@mail.example.com/x")).not.toThrow(/s3cret/);
  });
});
