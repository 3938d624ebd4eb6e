// @vitest-environment jsdom

import { phoneNumber } from "@latchkey/phone-number";
import { createMailbox } from "@latchkey/test-kit";
import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { findDialog, queryDialog } from "../../test/dialogs.ts";
import { startSite, watchScreens } from "../../test/site.tsx";
import { AccountSecurity } from "../account/security.tsx";
import { fill, isolateLtr } from "../texts/texts.ts";
import { phoneNumberUi } from "./plugin.tsx";
import { phoneNumberEn } from "./texts.ts";

history.replaceState(null, "", "/account");

watchScreens();

const { label, settings, errors } = phoneNumberEn;
const plugins = [phoneNumberUi()];
const number = "+447400123456";

async function visitAsAnn() {
  const box = createMailbox();
  const send = box.sender("text", ({ phoneNumber: to }) => String(to)) as never;
  const site = await startSite({ plugins: [phoneNumber({ countries: ["GB"], sendOTP: send })] });
  const visit = site.visit();
  const { user } = (await visit.browser.signUp("ann@example.com")).body;
  const code = async (): Promise<string> => String((await box.next("text", number)).mail.code);
  return { site, visit, user, code };
}

const button = (action: string): Promise<HTMLElement> => screen.findByRole("button", { name: `${action} (${label})` });
const toast = (text: string): Promise<HTMLElement> => screen.findByText(text, { selector: ".lk-toast-text" });

test("a number can be added with a code, shown, and removed, and focus stays in the row", async () => {
  const { visit, code } = await visitAsAnn();
  const { person } = visit.show(<AccountSecurity />, { plugins });
  await person.click(await button(settings.add));
  const dialog = within(await findDialog());
  const field = dialog.getByLabelText(label);
  expect(document.activeElement).toBe(field);
  await person.type(field, "12345{Enter}");
  await dialog.findByText(errors.INVALID_PHONE_NUMBER as string);
  await person.clear(field);
  await person.type(field, "+44 7400 123456{Enter}");
  const codeField = await dialog.findByLabelText(settings.code);
  await waitFor(() => expect(document.activeElement).toBe(codeField));
  const right = await code();
  await person.type(codeField, right === "000000" ? "111111" : "000000");
  await dialog.findByText(errors.INVALID_OTP as string);
  expect(dialog.getByRole("button", { name: /\d+ s$/ }).getAttribute("aria-disabled")).toBe("true");
  await person.clear(codeField);
  await person.type(codeField, right);
  await toast(settings.saved);
  await waitFor(() => expect(queryDialog()).toBeNull());
  await screen.findByText(number);

  await person.click(await button(settings.remove));
  const question = within(await findDialog());
  question.getByText(fill(settings.removeTitle, { phoneNumber: isolateLtr(number) }));
  await person.click(question.getByRole("button", { name: settings.remove }));
  await toast(settings.removed);
  await waitFor(async () => expect(document.activeElement).toBe(await button(settings.add)));
});

test("the only sign-in method can't be removed, and the row says why", async () => {
  const { site, visit, user } = await visitAsAnn();
  await site.setUser(user.id, { phoneNumber: number, phoneNumberVerified: true });
  await site.removePassword(user.id);
  visit.show(<AccountSecurity />, { plugins });
  const reason = await screen.findByText(settings.last);
  const remove = await button(settings.remove);
  expect([remove.getAttribute("aria-disabled"), remove.getAttribute("aria-describedby")]).toEqual(["true", reason.id]);
});

test("guests and servers without phone numbers have no row", async () => {
  const { visit } = await visitAsAnn();
  const other = (await startSite({})).visit();
  await other.browser.signUp("bob@example.com");
  other.show(<AccountSecurity />, { plugins });
  await waitFor(() => expect(other.answered).toContain("/account-state"));
  expect(screen.queryByText(label)).toBeNull();
  expect(visit.asked).toEqual([]);
});
