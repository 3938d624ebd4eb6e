/** The form for a phone number: country and number, formatted while typing. */

import { AsYouType, type CountryCode, parsePhoneNumberFromString } from "libphonenumber-js/min";
import { type ReactElement, useMemo, useState } from "react";
import { AuthCard } from "../auth/auth-card.tsx";
import { ErrorAlert } from "../primitives/alert.tsx";
import { Button } from "../primitives/button.tsx";
import { Field } from "../primitives/field.tsx";
import { SelectField } from "../primitives/select-field.tsx";
import { type SubmitResult, textOf, useForm } from "../primitives/use-form.ts";
import { useAuthUi } from "../provider/context.ts";
import { useFormCaptchas } from "../provider/plugin.ts";
import type { EmailStartOptions, MethodFrame } from "../provider/sign-in-method.ts";
import { useCapabilities } from "../provider/use-capabilities.ts";
import { countryOptions, initialCountry } from "./countries.ts";
import type { PhoneSignInTexts } from "./sign-in-texts.ts";

/** Props for `PhoneForm`. */
export interface PhoneFormProps {
  readonly frame: MethodFrame;
  readonly texts: PhoneSignInTexts["signIn"];
  /** Path of the call that sends the code. */
  readonly path: string;
  /** The number that was entered before. */
  readonly number: string;
  readonly backLabel: string;
  /** @param phoneNumber in E.164 form if it's valid, or else as typed, so that the server rejects it */
  send(phoneNumber: string, options: EmailStartOptions): Promise<SubmitResult>;
  onBack(): void;
}

/** A pasted number with a country code changes the country. */
export function PhoneForm({ frame, texts, path, number, backLabel, send, onBack }: PhoneFormProps): ReactElement {
  const { language } = useAuthUi().texts;
  const capabilities = useCapabilities()?.plugins["phone-number"];
  const offered = capabilities?.countries ?? "all";
  const options = useMemo(() => countryOptions(offered, language), [offered, language]);
  const before = parsePhoneNumberFromString(number);
  const [country, setCountry] = useState(
    () => before?.country ?? initialCountry(options, capabilities?.defaultCountry ?? null),
  );
  const [typed, setTyped] = useState(() => before?.formatNational() ?? "");
  const captchas = useFormCaptchas(path);
  const form = useForm(
    (values) => {
      const text = textOf(values, "number");
      const parsed = parsePhoneNumberFromString(text, country as CountryCode);
      return send(parsed?.number ?? text, captchas.consume(values));
    },
    { INVALID_PHONE_NUMBER: "number", VALIDATION_ERROR: "number" },
  );
  const type = (text: string): void => {
    const pasted = text.startsWith("+") ? parsePhoneNumberFromString(text) : undefined;
    const isOffered = options.some(({ value }) => value === pasted?.country);
    if (pasted?.country && isOffered && pasted.isValid()) {
      setCountry(pasted.country);
      setTyped(pasted.formatNational());
      return;
    }
    // While the user deletes characters, the formatter would put them back.
    const isLonger = text.length > typed.length;
    setTyped(isLonger ? new AsYouType(country as CountryCode).input(text) : text);
  };
  return (
    <AuthCard key="phone" {...frame} title={texts.title} subtitle={texts.text} focusOnMount="if-lost">
      <form className="lk-form" onSubmit={form.onSubmit} noValidate>
        <ErrorAlert error={form.problem} />
        <SelectField
          label={texts.country}
          name="country"
          autoComplete="tel-country-code"
          options={options}
          value={country}
          onChange={(event) => setCountry(event.currentTarget.value as CountryCode)}
        />
        <Field
          label={texts.number}
          name="number"
          type="tel"
          inputMode="tel"
          autoComplete="tel-national"
          dir="ltr"
          autoFocus
          value={typed}
          onChange={(event) => type(event.currentTarget.value)}
          required
          error={form.fieldErrors.number}
        />
        {captchas.fields}
        <Button type="submit" busy={form.busy}>
          {texts.submit}
        </Button>
      </form>
      <div className="lk-methods-back">
        <button type="button" className="lk-link" onClick={onBack}>
          {backLabel}
        </button>
      </div>
    </AuthCard>
  );
}
