/** Handles form submission: sends one request at a time, shows errors at their fields, and moves focus. */

import type { ClientError } from "@latchkey/react";
import { type FormEvent, useRef, useState } from "react";
import { useAuthUi } from "../provider/context.ts";
import { errorText } from "../texts/texts.ts";

/** What the send function resolves to. */
export interface SubmitResult {
  readonly error: ClientError | null;
  /** Errors that the form finds itself, by input name. */
  readonly invalid?: Readonly<Record<string, string>>;
}

export interface FormState {
  readonly busy: boolean;
  /** The message of an error that isn't about a single field. */
  readonly problem: string | null;
  /** The call's last error. */
  readonly error: ClientError | null;
  /** Errors by input name. */
  readonly fieldErrors: Readonly<Record<string, string>>;
  onSubmit(event: FormEvent<HTMLFormElement>): void;
}

/**
 * @param send receives the form's values
 * @param fieldByErrorCode maps error codes to input names
 * @param ownErrors replaces messages that would be misleading in this form, by error code
 */
export function useForm(
  send: (values: FormData) => Promise<SubmitResult>,
  fieldByErrorCode: Readonly<Record<string, string>> = {},
  ownErrors: Readonly<Record<string, string>> = {},
): FormState {
  const { texts } = useAuthUi();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [lastError, setLastError] = useState<ClientError | null>(null);
  const [fieldErrors, setFieldErrors] = useState<Readonly<Record<string, string>>>({});
  // State updates after the next render, so two quick presses of Enter would both see `busy` as false.
  const sending = useRef(false);

  const show = (form: HTMLFormElement, errors: Readonly<Record<string, string>>, formError: string | null): void => {
    setFieldErrors(errors);
    setProblem(formError);
    const first = Object.keys(errors)[0];
    const named = first === undefined ? null : form.elements.namedItem(first);
    // Several checkboxes can have the same name.
    const input = named instanceof RadioNodeList ? named[0] : named;
    if (input instanceof HTMLElement) input.focus();
  };
  const submit = async (form: HTMLFormElement): Promise<void> => {
    const empty = [...form.querySelectorAll<TextField>("input[required], textarea[required]")].filter(isEmpty);
    if (empty.length > 0) return show(form, Object.fromEntries(empty.map(({ name }) => [name, texts.required])), null);
    sending.current = true;
    setBusy(true);
    show(form, {}, null);
    const { error, invalid } = await send(new FormData(form));
    setLastError(error);
    sending.current = false;
    setBusy(false);
    if (invalid) return show(form, invalid, null);
    if (!error) return;
    const field = fieldByErrorCode[error.code];
    const message = ownErrors[error.code] ?? errorText(texts, error);
    if (field === undefined) show(form, {}, message);
    else show(form, { [field]: message }, null);
  };
  const onSubmit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    if (!sending.current) void submit(event.currentTarget);
  };
  return { busy, problem, error: lastError, fieldErrors, onSubmit };
}

/** Whether the user changed a field of the form. */
export function isEdited(form: HTMLFormElement): boolean {
  return [...form.elements].some((field) => {
    if (field instanceof HTMLInputElement) {
      const isChoice = field.type === "checkbox" || field.type === "radio";
      return isChoice ? field.checked !== field.defaultChecked : field.value !== field.defaultValue;
    }
    if (field instanceof HTMLTextAreaElement) return field.value !== field.defaultValue;
    if (!(field instanceof HTMLSelectElement)) return false;
    const options = [...field.options];
    // Without a marked option, the first one is the default.
    const initial = Math.max(
      0,
      options.findIndex((option) => option.defaultSelected),
    );
    return field.selectedIndex !== initial;
  });
}

type TextField = HTMLInputElement | HTMLTextAreaElement;

/** A password can consist of spaces. Other fields can't. */
function isEmpty({ value, autocomplete }: TextField): boolean {
  return (autocomplete.endsWith("password") ? value : value.trim()) === "";
}

/** Reads a text value from form data. */
export function textOf(values: FormData, name: string): string {
  const value = values.get(name);
  return typeof value === "string" ? value : "";
}
