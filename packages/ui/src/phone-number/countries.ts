/** The countries of the phone number field. */

import { type CountryCode, getCountries, getCountryCallingCode } from "libphonenumber-js/min";
import type { SelectOption } from "../primitives/select-field.tsx";

/** Whether the code is a country with phone numbers. */
const isCountry = (code: string): code is CountryCode => (getCountries() as readonly string[]).includes(code);

/**
 * Returns the countries with their names and calling codes, sorted by name.
 * @param offered the server's countries
 * @param language BCP 47 tag. Default: the browser's language.
 */
export function countryOptions(offered: readonly string[] | "all", language?: string): readonly SelectOption[] {
  const names = new Intl.DisplayNames(language, { type: "region" });
  const codes = offered === "all" ? getCountries() : offered.filter(isCountry);
  return codes
    .map((code) => ({ value: code, label: `${names.of(code) ?? code} (+${getCountryCallingCode(code)})` }))
    .sort((a, b) => a.label.localeCompare(b.label, language));
}

/** Returns the country to start with: the app's, that of the browser's language, or the first one. */
export function initialCountry(options: readonly SelectOption[], preferred: string | null): string {
  const browserCountries =
    typeof navigator === "undefined" ? [] : navigator.languages.map((tag) => tag.split("-").at(-1) ?? "");
  const found = [preferred, ...browserCountries].find((code) => options.some(({ value }) => value === code));
  return found ?? options[0]?.value ?? "";
}
