import { simpleParser } from "mailparser";
import { describe, expect, test } from "vitest";
import { ann, everyKind, samples } from "../test/samples.ts";
import { escapeHtml } from "./clean.ts";
import { type RenderOptions, renderMail } from "./render.ts";

const options: RenderOptions = { appName: "Acme" };

describe.each(everyKind)("an email of kind %s", (kind) => {
  const data = samples[kind];
  const { subject, text, html } = renderMail(kind, data, options);

  test("has a subject, text, and HTML without gaps", () => {
    for (const part of [subject, text, html]) {
      expect(part.trim()).not.toBe("");
      expect(part).not.toMatch(/undefined|null|\[object|NaN|=>/);
    }
    expect(subject.length).toBeLessThan(80);
    expect(text.length).toBeGreaterThan(100);
  });

  test("has one button and one plain link to the same URL, or no links", () => {
    const hrefs = [...html.matchAll(/href="([^"]*)"/g)].map((match) => match[1]);
    // A webhook's URL isn't a link, because it accepts only POST requests.
    const url = "url" in data && kind !== "webhookDisabled" ? data.url : undefined;
    expect(hrefs).toEqual(url ? [escapeHtml(url), escapeHtml(url)] : []);
    if (!url) return expect(text).not.toContain("://");
    expect(text.split("\n")).toContain(url);
    expect(html).toContain(`>${escapeHtml(url)}</a>`);
  });

  test("has a language, a title, and dark colors, and doesn't load external resources", () => {
    expect(html).toMatch(/^<!doctype html>\n<html lang="en" dir="ltr">/);
    expect(html).toContain(`<title>${escapeHtml(subject)}</title>`);
    expect(html).toContain("@media (prefers-color-scheme: dark)");
    expect(html).not.toMatch(
      /<(?:img|script|link|iframe|object|embed|form|svg|video|base)\b|\bsrc=|url\(|@import|\bon\w+=/i,
    );
    expect(html.match(/<table/g)).toHaveLength((html.match(/<table role="presentation"/g) ?? []).length);
    expect(html.match(/<h1/g)).toHaveLength(1);
  });

  test("closes every element that it opens", () => {
    const open: string[] = [];
    for (const [, slash, name = ""] of html.matchAll(/<(\/?)([a-z]\w*)/g)) {
      if (["meta", "br"].includes(name)) continue;
      if (slash) expect(open.pop()).toBe(name);
      else open.push(name);
    }
    expect(open).toEqual([]);
  });
});

describe("each email's values", () => {
  test("are in the text and the HTML", () => {
    for (const part of ["text", "html"] as const) {
      expect(renderMail("changeEmail", samples.changeEmail, options)[part]).toContain("new@example.com");
      expect(renderMail("emailChanged", samples.emailChanged, options)[part]).toContain("from ann@example.com to new@");
      expect(renderMail("invitation", samples.invitation, options)[part]).toContain("Ann Lee invited you");
      expect(renderMail("oneTimeCode", samples.oneTimeCode, options)[part]).toContain("482913");
      expect(renderMail("oneTimeCode", samples.oneTimeCode, options)[part]).toContain("expires in 5 minutes");
    }
  });

  test("don't include a code in the subject, which is visible on lock screens", () => {
    expect(renderMail("oneTimeCode", samples.oneTimeCode, options).subject).not.toContain("482913");
  });

  test("include a disabled webhook's host and the reason", () => {
    const { text } = renderMail("webhookDisabled", samples.webhookDisabled, options);
    expect(text).toContain("hasn't accepted any events for five days");
    expect(text.replaceAll("\u2060", "")).toContain("hooks.globex.example");
    expect(text).not.toContain("https://hooks");
    const gone = renderMail("webhookDisabled", { ...samples.webhookDisabled, reason: "gone" }, options);
    expect(gone.text).toContain("410");
  });

  test("leave the name out of the greeting if the user has none", () => {
    const { text } = renderMail("passwordChanged", { user: { ...ann, name: " " } }, options);
    expect(text).toContain("\nHi,\n");
  });
});

describe("values from strangers", () => {
  const markup = `<img src=x onerror="alert('1')">&amp;<b>`;

  test("TOK-19: markup in names, emails, and codes is escaped", () => {
    const user = { ...ann, name: markup, email: markup };
    const mails = [
      renderMail("verification", { ...samples.verification, user, newEmail: markup }, options),
      renderMail("changeEmail", { ...samples.changeEmail, user, newEmail: markup }, options),
      renderMail("emailChanged", { ...samples.emailChanged, user, oldEmail: markup, newEmail: markup }, options),
      renderMail("existingAccount", { user }, options),
      renderMail(
        "invitation",
        { ...samples.invitation, email: markup, organizationName: markup, inviterName: markup },
        options,
      ),
      renderMail("oneTimeCode", { user, code: markup }, options),
      renderMail("passwordChanged", { user }, { appName: markup }),
    ];
    for (const { html, text } of mails) {
      expect(html).not.toMatch(/<img|<b>/);
      expect(html).toContain("&#60;img src=x onerror=&#34;");
      expect(text).toContain("<img src=x");
    }
  });

  test("TOK-19: a quote in a link can't end the HTML attribute", () => {
    const url = `https://acme.test/?a="onmouseover="x"&b='c'`;
    const { html } = renderMail("resetPassword", { ...samples.resetPassword, url }, options);
    expect(html).toContain(`href="https://acme.test/?a=&#34;onmouseover=&#34;x&#34;&#38;b=&#39;c&#39;"`);
  });

  test("line breaks and control characters in a name can't end a line or a header", () => {
    const name = "Ann\r\nBcc: eve@evil.example\u0000\u2028\u0085\u202egpj.exe";
    const invitation = { ...samples.invitation, organizationName: name };
    const { subject } = renderMail("invitation", invitation, { appName: "Acme\r\nX-Evil: 1" });
    // biome-ignore lint/suspicious/noControlCharactersInRegex: the test looks for control characters
    expect(subject).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202e]/);
    expect(renderMail("passwordChanged", { user: { ...ann, name } }, options).text).toContain("\nHi Ann Bcc:");
  });

  test("a long name is truncated between characters", () => {
    const { text } = renderMail("passwordChanged", { user: { ...ann, name: "🦊".repeat(5_000) } }, options);
    expect(text).toContain(`Hi ${"🦊".repeat(59)}…,`);
  });

  test.each(["evil.example.com", "https://evil.com/x", "Call www.evil.com now", "evil。com", "//evil.com"])(
    "a name such as %s isn't a link in any part of the email",
    async (name) => {
      const { subject, text, html } = renderMail(
        "invitation",
        { ...samples.invitation, organizationName: name, inviterName: name },
        options,
      );
      const words = `${subject}\n${text}\n${html.replace(/<[^>]*>/g, " ")}`.replaceAll("acme.test", "");
      expect(words).not.toMatch(/evil[.。]\w|https?:\/\/evil/);
      const { textAsHtml = "" } = await simpleParser(`Content-Type: text/plain; charset=utf-8\r\n\r\n${text}`);
      const found = [...textAsHtml.matchAll(/href="([^"]*)"/g)].map((match) => match[1]);
      expect(found).toHaveLength(1);
      expect(found[0]).toContain("https://acme.test/");
    },
  );

  test.each(["javascript:alert(1)", "data:text/html,x", "/reset", "https://a.test/\r\nhttps://b.test", "https://", ""])(
    "rejects %j as a link, and the error doesn't contain the token",
    (url) => {
      const render = () =>
        renderMail("resetPassword", { ...samples.resetPassword, url: url && `${url}#s3cret` }, options);
      expect(render).toThrow(/^url starts with .*\. Use an http or https URL\.$/);
      expect(render).not.toThrow(/s3cret/);
    },
  );
});

describe("an app's own texts", () => {
  test("replace the defaults individually, as text or as a function", () => {
    const texts = {
      frame: { greeting: ({ name }: { name: string }) => `Hallo ${name}!` },
      resetPassword: { subject: "Neues Passwort", body: "Eins.\n\nZwei <b>." },
    };
    const { subject, text, html } = renderMail("resetPassword", samples.resetPassword, {
      ...options,
      texts,
      language: "de-AT",
    });
    expect(subject).toBe("Neues Passwort");
    expect(text).toContain("Hallo Ann Lee!");
    expect(text).toContain("\n\nEins.\n\nZwei <b>.\n\n");
    expect(html).toMatch(/Eins\.<\/p>\n<p[^>]*>Zwei &#60;b&#62;\.<\/p>/);
    expect(html).toContain('<html lang="de-AT" dir="ltr">');
    expect(text).toContain("Reset password:");
  });

  test("are the defaults if they're undefined", () => {
    const texts = JSON.parse("{}");
    texts.passwordChanged = { subject: undefined };
    const { subject } = renderMail("passwordChanged", samples.passwordChanged, { ...options, texts });
    expect(subject).toBe("Your Acme password was changed");
  });

  test("mirror the page in a right-to-left language, but not the link", () => {
    const { html } = renderMail("resetPassword", samples.resetPassword, {
      ...options,
      language: "ar",
      direction: "rtl",
    });
    expect(html).toContain('<html lang="ar" dir="rtl">');
    expect(html).toContain('align="right"');
    expect(html).toMatch(/<a class="ink" [^>]*dir="ltr"/);
  });
});

describe("options", () => {
  test.each([
    [{ appName: " \n" }, "appName is empty"],
    [{ appName: "Acme", language: '"><b>' }, "language is"],
    [{ appName: "Acme", theme: { accent: "red;}" } }, "theme.accent is"],
  ])("%j are rejected by name", (wrong, message) => {
    expect(() => renderMail("passwordChanged", samples.passwordChanged, wrong)).toThrow(message);
  });
});
