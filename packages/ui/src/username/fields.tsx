/** The username field of the sign-up form. */

import { type ReactElement, useState } from "react";
import { Field } from "../primitives/field.tsx";
import { useAuthUi } from "../provider/context.ts";
import { useUiPlugin } from "../provider/plugin.ts";
import type { FormExtensionProps } from "../provider/types.ts";
import { fill } from "../texts/texts.ts";
import type { UsernameUi } from "./ui.ts";
import { useUsernameCheck } from "./use-username-check.ts";

/** A field for a new username. Checks while typing whether it's available. */
export function NewUsernameField({ errors }: FormExtensionProps): ReactElement {
  const { texts } = useUiPlugin<UsernameUi>("username", "usernameUi()");
  const { optional } = useAuthUi().texts;
  const [typed, setTyped] = useState("");
  const check = useUsernameCheck(typed);
  return (
    <Field
      label={fill(optional, { label: texts.label })}
      name="username"
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={255}
      onChange={(event) => setTyped(event.currentTarget.value)}
      hint={check.hint}
      liveHint
      error={errors.username ?? check.problem}
    />
  );
}
