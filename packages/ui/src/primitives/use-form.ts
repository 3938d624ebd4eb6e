/** Submitting a form: once at a time, errors where they belong, focus where the eye should go. */

import type { ClientError } from "@latchkey/react";
import { type FormEvent, useRef, useState } from "react";
import { useAuthUi } from "../provider/context.ts";
import { errorText } from "../texts/texts.ts";

/** What the send function resolves to. */
export interface Outcome {
  readonly error: ClientError | null;
}

export interface FormState {
  readonly busy: boolean;
  /** For the form as a whole. */
  readonly problem: string | null;
  /** By the name of the input. */
  readonly fieldErrors: Readonly<Record<string, string>>;
  onSubmit(event: FormEvent<HTMLFormElement>): void;
}

/**
 * @param send gets the form's values
 * @param fieldOf error code → name of the input that it is about
 */
export function useForm(
  send: (values: FormData) => Promise<Outcome>,
  fieldOf: Readonly<Record<string, string>> = {},
): FormState {
  const { texts } = useAuthUi();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [fieldErrors, setFieldErrors] = useState<Readonly<Record<string, string>>>({});
  // State is a render behind: two quick presses of Enter would both see "not busy".
  const sending = useRef(false);

  const show = (form: HTMLFormElement, errors: Readonly<Record<string, string>>, whole: string | null): void => {
    setFieldErrors(errors);
    setProblem(whole);
    const first = Object.keys(errors)[0];
    const input = first === undefined ? null : form.elements.namedItem(first);
    if (input instanceof HTMLElement) input.focus();
  };
  const submit = async (form: HTMLFormElement): Promise<void> => {
    const empty = [...form.querySelectorAll<HTMLInputElement>("input[required]")].filter(isEmpty);
    if (empty.length > 0) return show(form, Object.fromEntries(empty.map(({ name }) => [name, texts.required])), null);
    sending.current = true;
    setBusy(true);
    show(form, {}, null);
    const { error } = await send(new FormData(form));
    sending.current = false;
    setBusy(false);
    if (!error) return;
    const field = fieldOf[error.code];
    if (field === undefined) show(form, {}, errorText(texts, error));
    else show(form, { [field]: errorText(texts, error) }, null);
  };
  const onSubmit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    if (!sending.current) void submit(event.currentTarget);
  };
  return { busy, problem, fieldErrors, onSubmit };
}

/** A password may be made of spaces; nothing else may. */
function isEmpty({ value, autocomplete }: HTMLInputElement): boolean {
  return (autocomplete.endsWith("password") ? value : value.trim()) === "";
}

/** A text value of a form. */
export function textOf(values: FormData, name: string): string {
  const value = values.get(name);
  return typeof value === "string" ? value : "";
}
