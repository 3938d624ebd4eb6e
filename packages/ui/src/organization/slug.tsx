/** The slug of an organization: suggested from the name and checked before the form is sent. */

import type { ClientError } from "@latchkey/react";
import { type FocusEvent, type ReactElement, useRef, useState } from "react";
import { Field } from "../primitives/field.tsx";
import { useAuthUi } from "../provider/context.ts";
import { useCanCall } from "../provider/use-can-call.ts";
import { errorText } from "../texts/texts.ts";
import { useOrganizationClient } from "./client.ts";
import { useOrganizationUi } from "./ui.ts";

/** The server's limit. */
const maxSlugLength = 64;

/** Creates a slug from a name. Removes accents, and replaces everything except ASCII letters and digits with dashes. */
export function slugify(name: string): string {
  return name
    .normalize("NFKD")
    .replace(/\p{Mark}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, maxSlugLength)
    .replace(/^-|-$/g, "");
}

/** The server's error, shown without a request. */
export const invalidSlugError: ClientError = unsentError("INVALID_SLUG");
const takenSlugError: ClientError = unsentError("ORGANIZATION_SLUG_ALREADY_TAKEN");

function unsentError(code: string): ClientError {
  return { code, message: "", status: 0, statusText: "", details: {} };
}

/** Whether the text is a valid slug. Uppercase is allowed because the server lowercases it. */
export function isSlug(text: string): boolean {
  return text.length <= maxSlugLength && /^[a-z0-9]+(?:[-_][a-z0-9]+)*$/i.test(text);
}

/** The result of checking a slug. */
export interface SlugCheck {
  readonly problem: string | null;
  readonly isAvailable: boolean;
  /** Checks a slug. A later check replaces an earlier one. */
  check(slug: string): Promise<void>;
}

/**
 * Returns the result of the last check, and a function to check a slug.
 * @param currentSlug the organization's current slug, which is always available
 */
export function useSlugCheck(currentSlug?: string): SlugCheck {
  const client = useOrganizationClient();
  const { texts } = useAuthUi();
  const canCheck = useCanCall()("/organization/is-slug-available");
  const [found, setFound] = useState<{ readonly problem: string | null; readonly isAvailable: boolean }>(uncheckedSlug);
  const lastChecked = useRef("");
  return {
    ...found,
    async check(typed) {
      const slug = typed.trim();
      if (slug === lastChecked.current) return;
      lastChecked.current = slug;
      if (slug === "" || slug.toLowerCase() === currentSlug?.toLowerCase()) return setFound(uncheckedSlug);
      if (!isSlug(slug)) return setFound({ problem: errorText(texts, invalidSlugError), isAvailable: false });
      if (canCheck === false) return setFound(uncheckedSlug);
      const { data } = await client.organization.isSlugAvailable({ slug });
      if (slug !== lastChecked.current) return;
      // An error from this call says nothing about the slug. It shows up when the form is sent.
      const isTaken = data?.available === false;
      setFound({ problem: isTaken ? errorText(texts, takenSlugError) : null, isAvailable: data?.available === true });
    },
  };
}

const uncheckedSlug = { problem: null, isAvailable: false } as const;

/** Props for `SlugField`. */
export interface SlugFieldProps {
  readonly value: string;
  onChange(value: string): void;
  readonly check: SlugCheck;
  /** The form's error for this field. */
  readonly error: string | undefined;
  /** Shown until the slug is known to be available. Default: the format. */
  readonly hint?: string;
  /** Whether only screen readers get the label. */
  readonly hideLabel?: boolean;
}

/** An input that checks the slug on blur. */
export function SlugField({ value, onChange, check, error, hint, hideLabel = false }: SlugFieldProps): ReactElement {
  const { create } = useOrganizationUi().texts;
  const submitted = useRef({ error, value });
  if (submitted.current.error !== error) submitted.current = { error, value };
  // The form's error only applies to the value that was submitted.
  const fieldError = submitted.current.value === value ? error : undefined;
  return (
    <Field
      label={create.slug}
      hideLabel={hideLabel}
      name="slug"
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      required
      maxLength={maxSlugLength}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      onBlur={(event: FocusEvent<HTMLInputElement>) => void check.check(event.currentTarget.value)}
      hint={check.isAvailable ? create.slugFree : (hint ?? create.slugHint)}
      error={fieldError ?? check.problem}
    />
  );
}
