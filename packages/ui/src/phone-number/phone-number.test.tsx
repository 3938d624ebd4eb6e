// @vitest-environment jsdom

import { screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { field, plugins, press, startPasswordlessSite } from "../../test/passwordless.tsx";
import { watchScreens } from "../../test/site.tsx";
import { SignIn } from "../sign-in/sign-in.tsx";
import { en } from "../texts/en.ts";
import { fill } from "../texts/texts.ts";
import { phoneNumberEn } from "./texts.ts";

watchScreens();

const { signIn: texts, errors } = phoneNumberEn;

const country = (): HTMLSelectElement => screen.getByLabelText(texts.country);

test("a number is formatted while it's typed, and the texted code signs in", async () => {
  const site = await startPasswordlessSite();
  const visit = site.visit();
  const { person } = visit.show(<SignIn />, { plugins });
  await person.click(press(texts.button));
  expect([...country().options].map(({ text }) => text)).toEqual(["Germany (+49)", "United States (+1)"]);
  await person.selectOptions(country(), "US");
  await person.type(field(texts.number), "2015550123");
  expect(field(texts.number).value).toBe("(201) 555-0123");
  await person.click(press(texts.submit));
  await screen.findByRole("heading", { name: texts.codeTitle });
  expect(screen.getByText("+12015550123")).toBeTruthy();
  // Until then, the server sends no text message, although the page would say that it did.
  expect(press(fill(en.codeStep.resendIn, { seconds: "60" })).getAttribute("aria-disabled")).toBe("true");
  await waitFor(() => expect(site.texts).toHaveLength(1));
  await person.type(field(en.codeStep.code), site.texts[0]?.code ?? "");
  await waitFor(() => expect(visit.went).toEqual(["/"]));
  expect((await visit.client.getSession()).data?.user).toMatchObject({ phoneNumber: "+12015550123" });
});

test("a pasted number with its country code chooses the country, and a number that isn't a mobile number is rejected", async () => {
  const visit = (await startPasswordlessSite()).visit();
  const { person } = visit.show(<SignIn />, { plugins });
  await person.click(press(texts.button));
  await person.selectOptions(country(), "US");
  await person.click(field(texts.number));
  await person.paste("+49 1512 3456789");
  expect(country().value).toBe("DE");
  expect(field(texts.number).value).toBe("01512 3456789");
  await person.clear(field(texts.number));
  await person.type(field(texts.number), "030 1234567{Enter}");
  await screen.findByText(errors.INVALID_PHONE_NUMBER ?? "");
  expect(document.activeElement).toBe(field(texts.number));
  await person.click(press(en.signIn.usePassword));
  expect(field(en.password)).toBeTruthy();
});
