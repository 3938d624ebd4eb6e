import { outboxEmpty } from "@latchkey/test-kit";
import { expect, test } from "vitest";
import { number, outcome, startPhone } from "../test/app.ts";
import { parsePhoneNumber } from "./numbers.ts";
import { resolvePhoneNumber } from "./options.ts";

const settings = resolvePhoneNumber({ countries: "all", defaultCountry: "GB" });

test.each([
  ["premium", "+19005551234"],
  ["shared cost", "+448433001234"],
  ["VoIP", "+445600123456"],
  ["personal", "+447012345678"],
  ["satellite", "+870772001234"],
  ["landline", "+442079460958"],
  ["toll free", "+18002345678"],
])("PHONE-02: a %s number is rejected, and nothing is sent", async (_, phone) => {
  expect(parsePhoneNumber(phone, settings)).toBeNull();
  const { browser, box, auth } = await startPhone({ countries: "all" });
  expect(outcome(await browser().post("/phone-number/send-otp", { phoneNumber: phone }))).toBe(
    "400 INVALID_PHONE_NUMBER",
  );
  await outboxEmpty(auth);
  expect(box.mails).toEqual([]);
});

test("PHONE-02: a country that the app doesn't list is rejected", async () => {
  const { browser } = await startPhone();
  expect(outcome(await browser().post("/phone-number/send-otp", { phoneNumber: "+4915123456789" }))).toBe(
    "400 INVALID_PHONE_NUMBER",
  );
});

test("PHONE-03: one number in ten spellings is one number; an extension is rejected", () => {
  const spellings = [
    "+447400123456",
    "+44 7400 123456",
    "+44 (0)7400 123456",
    "tel:+44-7400-123-456",
    "+٤٤٧٤٠٠١٢٣٤٥٦",
    "＋447400123456",
    "+44.7400.123456",
    "07400 123456",
    " +44 7400\u00a0123456 ",
    "TEL:+447400123456",
  ];
  expect(spellings.map((text) => parsePhoneNumber(text, settings)?.number)).toEqual(spellings.map(() => number));
  const refused = ["+447400123456 ext. 5", "+447400123456;ext=5", "+447400123456#5", "call +447400123456", "", "+44"];
  expect(refused.map((text) => parsePhoneNumber(text, settings))).toEqual(refused.map(() => null));
  expect(parsePhoneNumber("07400 123456", { ...settings, defaultCountry: null })).toBeNull();
});
