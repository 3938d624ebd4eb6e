import { startAuth, testPassword } from "@latchkey/test-kit";
import { describe, expect, test } from "vitest";
import { developerOf } from "../../test/callers.ts";
import { mailbox } from "../../test/mailbox.ts";
import { devConsole } from "../plugin.ts";

describe("untrusted text is escaped", () => {
  const markup = `"><script>alert(1)</script><img src=x onerror='alert(2)'>`;

  test("on the console", async () => {
    const mail = mailbox({
      subject: markup,
      to: [`${markup}@example.com`],
      links: [`https://a.test/${markup}`, "javascript:alert(3)"],
    });
    const ann = await developerOf(await startAuth({ appName: markup, plugins: [devConsole({ mail })] }));
    const agent = { "user-agent": markup };
    await ann.post("/sign-up/email", { email: "ann@example.com", password: testPassword, name: markup }, agent);
    const { body, headers } = await ann.get<string>("/dev");
    expect(body.match(/<script/g)).toHaveLength(1);
    expect(body).not.toContain("<img");
    expect(body).not.toContain('href="javascript:');
    expect(body).toContain("&#60;script&#62;alert(1)");
    const nonce = /<script nonce="([\w-]{43})">/.exec(body)?.[1];
    expect(headers.get("content-security-policy")).toContain(`script-src 'nonce-${nonce}';`);
    expect((await ann.get<string>("/dev")).body).not.toContain(nonce);
  });

  test("on an email's page, whose HTML is in a frame without scripts and with its own policy", async () => {
    const mail = mailbox({
      subject: markup,
      from: markup,
      text: markup,
      html: `<p>Hi</p>${markup}</iframe><script>alert(4)</script>`,
      links: ["javascript:alert(3)", `https://a.test/${markup}`],
    });
    const developer = await developerOf(await startAuth({ plugins: [devConsole({ mail })] }));
    const { body, headers } = await developer.get<string>("/dev/mail/1");
    expect(body).not.toMatch(/<script|<img|href="javascript:/);
    expect(body.match(/<\/iframe>/g)).toHaveLength(1);
    const [, sandbox, srcdoc] = /sandbox="([^"]*)"[^>]* srcdoc="([^"]*)"/.exec(body) ?? [];
    expect(sandbox).toBe("allow-popups allow-popups-to-escape-sandbox");
    expect(srcdoc).toMatch(
      /^&#60;meta http-equiv=&#34;content-security-policy&#34; content=&#34;default-src &#38;#39;none/,
    );
    expect(headers.get("content-security-policy")).toMatch(/^default-src 'none'; style-src/);
    expect(headers.get("x-frame-options")).toBe("DENY");
  });
});
