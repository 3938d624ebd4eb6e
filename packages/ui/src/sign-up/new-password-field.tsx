/** The field for a new password, with the server's rules in one line that updates as the user types. */

import type { Capabilities } from "@latchkey/client/capabilities";
import { type ReactElement, useState } from "react";
import { type FieldProps, PasswordField } from "../primitives/field.tsx";
import { useAuthUi } from "../provider/context.ts";
import { useCapabilities } from "../provider/use-capabilities.ts";
import { fillCount, type Texts } from "../texts/texts.ts";

/** Props for `NewPasswordField`. */
export interface NewPasswordFieldProps extends Pick<FieldProps, "label" | "name" | "error"> {
  /** The user's email and names, which some servers reject as a password. */
  readonly ownNames?: readonly string[];
}

/** The field for a new password. Its hint says what the password still lacks. */
export function NewPasswordField({ ownNames = [], ...field }: NewPasswordFieldProps): ReactElement {
  const { texts } = useAuthUi();
  const rules = useCapabilities()?.password ?? null;
  const [typed, setTyped] = useState("");
  return (
    <PasswordField
      {...field}
      autoComplete="new-password"
      required
      onChange={(event) => setTyped(event.currentTarget.value)}
      hint={passwordHint(texts, rules, typed, ownNames)}
      liveHint
    />
  );
}

/** Returns what a password lacks, or the rules if nothing is typed yet. */
export function passwordHint(
  texts: Texts,
  rules: Capabilities["password"],
  typed: string,
  ownNames: readonly string[],
): string {
  const { passwordHint: hint, passwordAdvice, passwordShort, passwordLong, passwordFits } = texts.signUp;
  if (!rules) return passwordAdvice;
  // Counts characters as the server does.
  const { length } = [...typed.normalize("NFKC")];
  if (length === 0) return fillCount(texts, hint, rules.min);
  if (length < rules.min) return fillCount(texts, passwordShort, rules.min - length);
  if (length > rules.max) return fillCount(texts, passwordLong, rules.max);
  const isOwn = ownNames.some((name) => name !== "" && name.toLowerCase() === typed.trim().toLowerCase());
  if (rules.refusesOwnNames && isOwn) return texts.errors.PASSWORD_TOO_OBVIOUS ?? passwordFits;
  return passwordFits;
}
