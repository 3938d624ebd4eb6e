// @vitest-environment jsdom

import { stepUp } from "@latchkey/step-up";
import { testPassword } from "@latchkey/test-kit";
import { twoFactor } from "@latchkey/two-factor";
import { twoFactorClient } from "@latchkey/two-factor/client";
import { screen, within } from "@testing-library/react";
import { Secret, TOTP } from "otpauth";
import { expect, test } from "vitest";
import { createMailbox, openLink } from "../../test/mailbox.ts";
import { startSite, watchScreens } from "../../test/site.tsx";
import { en } from "../texts/en.ts";
import { fill } from "../texts/texts.ts";
import { twoFactorUi } from "../two-factor/plugin.tsx";
import { twoFactorEn } from "../two-factor/texts.ts";
import { AccountProfile } from "./profile.tsx";

history.replaceState(null, "", "/account");

watchScreens();

const own = en.changeEmail;
const lost = fill(own.lost, { email: "ann@example.com" });

/** Ann has a verified email. By default, she enabled two-factor authentication an hour ago. */
async function visitAsAnn({ twoFactor: hasTwoFactor = true, secondFactorConfirms = true } = {}) {
  let now = Date.now() - 3_600_000;
  const mailbox = createMailbox();
  const changeEmail = { ...mailbox.options.user?.changeEmail, secondFactorConfirms };
  const options = { ...mailbox.options, clock: () => new Date(now), user: { changeEmail } };
  const site = await startSite({ ...options, plugins: [twoFactor(), stepUp()] }, [twoFactorClient()]);
  const visit = site.visit();
  const { user } = (await visit.browser.signUp("ann@example.com")).body;
  await site.setUser(user.id, { emailVerified: true });
  let code = (): string => "";
  if (hasTwoFactor) {
    const started = await visit.browser.post<{ totpURI: string }>("/two-factor/enable", { password: testPassword });
    const secret = Secret.fromBase32(new URL(started.body.totpURI).searchParams.get("secret") ?? "");
    code = () => new TOTP({ secret }).generate({ timestamp: now });
    expect((await visit.browser.post("/two-factor/verify-totp", { code: code() })).status).toBe(200);
  }
  now = Date.now();
  const { person } = visit.show(<AccountProfile />, { plugins: [twoFactorUi()] });
  await person.click(await screen.findByRole("button", { name: `${own.change} (${en.email})` }));
  const field = await screen.findByLabelText(own.newEmail);
  /** Returns an unused code, because each code works only once. */
  const nextCode = (): string => {
    now += 60_000;
    return code();
  };
  return { visit, mailbox, person, field, code: nextCode };
}

test("a user who lost the mailbox confirms with a second factor, and the link goes to the new email only", async () => {
  const { visit, mailbox, person, field, code } = await visitAsAnn();
  await person.click(await screen.findByLabelText(lost));
  await person.type(field, "anna@example.com{Enter}");
  const proof = await screen.findByRole("dialog", { name: en.proof.title });
  await person.type(await within(proof).findByLabelText(twoFactorEn.step.code), code());
  const dialog = await screen.findByRole("dialog", { name: own.sentTitle });
  within(dialog).getByText(fill(own.askedNew, { newEmail: "anna@example.com" }));
  const { to, url } = await mailbox.arrival("verify");
  expect([to, mailbox.mails.filter(({ kind }) => kind === "change-email")]).toEqual(["anna@example.com", []]);
  await openLink(visit.browser, url);
  const { data } = await visit.client.getSession();
  expect(data?.user.email).toBe("anna@example.com");
});

test("the link can be sent to the new email again after another confirmation", async () => {
  const { mailbox, person, field, code } = await visitAsAnn();
  const confirm = async (): Promise<void> => {
    const proof = await screen.findByRole("dialog", { name: en.proof.title });
    await person.type(await within(proof).findByLabelText(twoFactorEn.step.code), code());
  };
  await person.click(await screen.findByLabelText(lost));
  await person.type(field, "anna@example.com{Enter}");
  await confirm();
  await mailbox.arrival("verify");
  await person.click(await screen.findByRole("button", { name: own.done }));
  await person.click(await screen.findByRole("button", { name: own.resend }));
  await confirm();
  const { to } = await mailbox.arrival("verify", 2);
  expect([to, mailbox.mails.filter(({ kind }) => kind === "change-email")]).toEqual(["anna@example.com", []]);
});

test.each([
  ["the app doesn't allow it", { secondFactorConfirms: false }],
  ["the user has no second factor", { twoFactor: false }],
])("the checkbox isn't shown if %s", async (_, options) => {
  const { visit } = await visitAsAnn(options);
  await visit.client.accountState();
  expect(screen.queryByLabelText(lost)).toBeNull();
  expect(screen.queryByRole("checkbox")).toBeNull();
});
