/** The part of addresses that stands for an organization: suggested, and looked up before it is sent. */

import type { ClientError } from "@latchkey/react";
import { type FocusEvent, type ReactElement, useRef, useState } from "react";
import { Field } from "../primitives/field.tsx";
import { useAuthUi } from "../provider/context.ts";
import { errorText } from "../texts/texts.ts";
import { useOrganizationClient } from "./client.ts";
import { useOrganizationUi } from "./ui.ts";

/** As long as the server lets it be. */
const longest = 64;

/** A slug made of a name: its letters and digits, other runs as dashes. */
export function slugOf(name: string): string {
  return name
    .normalize("NFKD")
    .replace(/\p{Mark}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, longest)
    .replace(/^-|-$/g, "");
}

/** What the server would refuse as well, said without asking it. */
export const notASlug: ClientError = { code: "INVALID_SLUG", message: "", status: 0, statusText: "", details: {} };

/** Whether it looks like one. Other case is lowered by the server. */
export function isSlug(text: string): boolean {
  return text.length <= longest && /^[a-z0-9]+(?:[-_][a-z0-9]+)*$/i.test(text);
}

/** What was found out about a slug. */
export interface SlugCheck {
  readonly problem: string | null;
  readonly isFree: boolean;
  /** Looks it up; what is asked about later overtakes it. */
  check(slug: string): Promise<void>;
}

/** @param own the slug that it is now: nobody else's */
export function useSlugCheck(own?: string): SlugCheck {
  const client = useOrganizationClient();
  const { texts } = useAuthUi();
  const [found, setFound] = useState<{ readonly problem: string | null; readonly isFree: boolean }>(unknown);
  const asked = useRef("");
  return {
    ...found,
    async check(typed) {
      const slug = typed.trim();
      if (slug === asked.current) return;
      asked.current = slug;
      if (slug === "" || slug.toLowerCase() === own?.toLowerCase()) return setFound(unknown);
      if (!isSlug(slug)) return setFound({ problem: errorText(texts, notASlug), isFree: false });
      const { error } = await client.organization.checkSlug({ slug });
      if (slug !== asked.current) return;
      // Anything but "taken" is not about the slug: sending the form tells.
      const isTaken = error?.code === "ORGANIZATION_SLUG_ALREADY_TAKEN";
      setFound({ problem: isTaken ? errorText(texts, error) : null, isFree: error === null });
    },
  };
}

const unknown = { problem: null, isFree: false } as const;

/** What `SlugField` takes. */
export interface SlugFieldProps {
  readonly value: string;
  onChange(value: string): void;
  readonly check: SlugCheck;
  /** Of the form that it stands in. */
  readonly error: string | undefined;
}

/** Checked when it is left. */
export function SlugField({ value, onChange, check, error }: SlugFieldProps): ReactElement {
  const { create } = useOrganizationUi().texts.general;
  const refused = useRef({ error, value });
  if (refused.current.error !== error) refused.current = { error, value };
  // What the form said was about what stood here then.
  const said = refused.current.value === value ? error : undefined;
  return (
    <Field
      label={create.slug}
      name="slug"
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      required
      maxLength={longest}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      onBlur={(event: FocusEvent<HTMLInputElement>) => void check.check(event.currentTarget.value)}
      hint={check.isFree ? create.slugFree : create.slugHint}
      error={said ?? check.problem}
    />
  );
}
