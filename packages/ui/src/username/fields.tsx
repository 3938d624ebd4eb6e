/** The fields for a user name, in other screens' forms. */

import { type AnyReactClient, useAuthClient } from "@latchkey/react";
import type { UsernameCalls, UsernameClient as UsernameClientCalls } from "@latchkey/username";
import { type FocusEvent, type ReactElement, useRef, useState } from "react";
import { Field } from "../primitives/field.tsx";
import { type FormPartProps, useUiPlugin } from "../provider/plugin.ts";
import type { UsernameUi } from "./plugin.ts";

/** A client of an app with user names. */
export type UsernameClient = AnyReactClient & UsernameClientCalls<UsernameCalls>;

const useTexts = (): UsernameUi["texts"] => useUiPlugin<UsernameUi>("username", "usernameUi()").texts;

/** Says once the field is left whether the name is free. */
export function NewUsernameField({ errors }: FormPartProps): ReactElement {
  const client = useAuthClient<UsernameClient>();
  const texts = useTexts();
  const [checked, setChecked] = useState<{ readonly name: string; readonly problem: string | null } | null>(null);
  const asked = useRef("");
  const check = async ({ currentTarget }: FocusEvent<HTMLInputElement>): Promise<void> => {
    const name = currentTarget.value.trim();
    if (name === asked.current) return;
    asked.current = name;
    setChecked(null);
    if (name === "") return;
    const { data, error } = await client.isUsernameAvailable({ username: name });
    // Asked too often, or offline: sign-up itself will say.
    const code = data?.available === false ? "USERNAME_IS_ALREADY_TAKEN" : (error?.code ?? null);
    const problem = code === null ? null : texts.errors[code];
    if (name === asked.current && problem !== undefined) setChecked({ name, problem });
  };
  return (
    <Field
      label={texts.label}
      name="username"
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={255}
      hint={checked && !checked.problem ? texts.available : texts.hint}
      error={errors.username ?? checked?.problem}
      onBlur={(event) => void check(event)}
    />
  );
}

/** What a user of an app with user names has. */
interface Named {
  readonly username: string | null;
  readonly displayUsername: string | null;
}

/** The hidden field with the name as it was when the form was shown. */
export const shownBefore = "usernameBefore";

/** The user's own username, to be changed. */
export function OwnUsernameField({ errors }: FormPartProps): ReactElement {
  const texts = useTexts();
  const user = useAuthClient().useSession().data?.user as Named | undefined;
  const shown = user?.displayUsername ?? user?.username ?? "";
  return (
    <>
      <Field
        label={texts.label}
        name="username"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={255}
        defaultValue={shown}
        hint={texts.hint}
        error={errors.username}
      />
      <input type="hidden" name={shownBefore} value={shown} />
    </>
  );
}
