import { connect } from "node:net";
import { networkInterfaces } from "node:os";
import { createTransport, type SendMailOptions } from "nodemailer";
import { afterEach, describe, expect, test } from "vitest";
import { createMailCatcher, type MailCatcher, type MailCatcherOptions } from "./smtp.ts";

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

interface Running {
  readonly mail: MailCatcher;
  send(message: SendMailOptions): Promise<unknown>;
}

async function start(options?: MailCatcherOptions, login = ""): Promise<Running> {
  const mail = await createMailCatcher(options);
  closing.push(() => mail.close());
  const transport = createTransport(`${mail.url.replace("//", `//${login}`)}?pool=true&maxMessages=1000`);
  closing.push(() => transport.close());
  return { mail, send: (message) => transport.sendMail({ from: "app@acme.test", text: "x", ...message }) };
}

describe("a caught email", () => {
  test("has its recipients, text, HTML, links, and time", async () => {
    const { mail, send } = await start({ clock: () => new Date("2030-01-02T03:04:05Z") });
    await send({
      from: "Acme <no-reply@acme.test>",
      to: "Ann <ann@example.com>",
      bcc: "bob@example.com",
      subject: "Grüße: confirm",
      text: "See http://localhost:3000/verify?token=a&callbackURL=%2F.",
      html: '<p>See <a class="x" href="http://localhost:3000/verify?token=a&amp;callbackURL=%2F">this</a></p>',
    });
    expect(mail.list()).toEqual([
      {
        id: "1",
        from: '"Acme" <no-reply@acme.test>',
        to: ["ann@example.com", "bob@example.com"],
        subject: "Grüße: confirm",
        text: expect.stringContaining("See http://localhost:3000/verify"),
        html: expect.stringContaining("<p>See <a"),
        links: ["http://localhost:3000/verify?token=a&callbackURL=%2F"],
        date: new Date("2030-01-02T03:04:05Z"),
      },
    ]);
  });

  test("needs neither subject nor HTML", async () => {
    const { mail, send } = await start();
    await send({ to: "ann@example.com", text: "plain" });
    expect(mail.list()).toMatchObject([{ subject: "", html: null, text: expect.stringContaining("plain"), links: [] }]);
  });

  test("is accepted with any username and password", async () => {
    const { mail, send } = await start({}, "ann:s3cret@");
    await send({ to: "ann@example.com", subject: "Hello" });
    expect(mail.list()).toHaveLength(1);
  });

  test("is listed among the last 200, newest first, until all are cleared", async () => {
    const { mail, send } = await start();
    for (let n = 1; n <= 203; n++) await send({ to: "ann@example.com", subject: `Mail ${n}` });
    const subjects = mail.list().map(({ subject }) => subject);
    expect([subjects.length, subjects[0], subjects.at(-1)]).toEqual([200, "Mail 203", "Mail 4"]);
    mail.clear();
    expect(mail.list()).toEqual([]);
  });

  test("is rejected if it's larger than 10 MiB, and the next one is caught", async () => {
    const { mail, send } = await start();
    await expect(send({ to: "ann@example.com", text: "x ".repeat(6_000_000) })).rejects.toThrow();
    await send({ to: "ann@example.com", subject: "small" });
    expect(mail.list().map(({ subject }) => subject)).toEqual(["small"]);
  });
});

describe("waiting for an email", () => {
  test("returns the earliest matching email that's already there", async () => {
    const { mail, send } = await start();
    await send({ to: "ann@example.com", subject: "First" });
    await send({ to: "bob@example.com", subject: "Second" });
    await send({ to: "ann@example.com", subject: "Third" });
    expect((await mail.next()).subject).toBe("First");
    expect((await mail.next({ to: "BOB@example.com" })).subject).toBe("Second");
    expect((await mail.next({ subject: "hir" })).subject).toBe("Third");
    expect((await mail.next({ subject: /^s/i })).subject).toBe("Second");
    const first = await mail.next({ to: "ann@example.com" });
    expect((await mail.next({ to: "ann@example.com", after: first })).subject).toBe("Third");
  });

  test("returns a matching email that arrives later, and no other", async () => {
    const { mail, send } = await start();
    const waiting = mail.next({ to: "bob@example.com" });
    await send({ to: "ann@example.com", subject: "Not this" });
    await send({ to: "bob@example.com", subject: "This" });
    expect((await waiting).subject).toBe("This");
  });

  test("times out with a list of the emails that did arrive", async () => {
    const { mail, send } = await start();
    await expect(mail.next({ timeoutMs: 1 })).rejects.toThrow("No email arrived within 1 ms. No emails were received.");
    await send({ to: "ann@example.com", subject: "Hello" });
    await expect(mail.next({ to: "bob@example.com", subject: "Bye", timeoutMs: 1 })).rejects.toThrow(
      "No email to bob@example.com about Bye arrived within 1 ms. Received, newest first:\n  1: to ann@example.com: Hello",
    );
  });

  test("fails when the catcher is closed", async () => {
    const { mail } = await start();
    const waiting = mail.next();
    const outcome = expect(waiting).rejects.toThrow("closed");
    await mail.close();
    await outcome;
  });
});

describe("the server", () => {
  test("listens on loopback only", async () => {
    const { mail } = await start();
    const { hostname, port } = new URL(mail.url);
    expect(hostname).toBe("127.0.0.1");
    const others = Object.values(networkInterfaces()).flatMap((list) => list ?? []);
    for (const { address, internal, family } of others) {
      if (internal || family !== "IPv4") continue;
      const reached = await new Promise((resolve) => {
        const socket = connect({ host: address, port: Number(port), timeout: 2000 });
        for (const event of ["connect", "error", "timeout"]) {
          socket.once(event, () => resolve(event === "connect") ?? socket.destroy());
        }
      });
      expect(reached, address).toBe(false);
    }
  });

  test("fails if its port is taken", async () => {
    const { mail } = await start();
    await expect(createMailCatcher({ port: Number(new URL(mail.url).port) })).rejects.toThrow("EADDRINUSE");
  });
});
