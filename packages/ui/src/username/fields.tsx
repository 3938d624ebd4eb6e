/** The username fields in the forms of other components. */

import { type AnyReactClient, useAuthClient } from "@latchkey/react";
import type { UsernameCalls, UsernameClient as UsernameClientCalls } from "@latchkey/username";
import { type FocusEvent, type ReactElement, useRef, useState } from "react";
import { Field } from "../primitives/field.tsx";
import { useUiPlugin } from "../provider/plugin.ts";
import type { FormExtensionProps, UiPlugin } from "../provider/types.ts";
import type { UsernameTexts } from "./texts.ts";

/** The username settings of the UI. */
export interface UsernameUi extends UiPlugin {
  readonly id: "username";
  readonly texts: UsernameTexts;
}

/** A client of an app with usernames. */
export type UsernameClient = AnyReactClient & UsernameClientCalls<UsernameCalls>;

const useTexts = (): UsernameUi["texts"] => useUiPlugin<UsernameUi>("username", "usernameUi()").texts;

/** A field for a new username. Checks on blur whether it's available. */
export function NewUsernameField({ errors }: FormExtensionProps): ReactElement {
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
    // After a rate limit or network error, the sign-up itself reports the problem.
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

/** The user fields of an app with usernames. */
interface UserWithUsername {
  readonly username: string | null;
  readonly displayUsername: string | null;
}

/** Name of the hidden input with the username that the form started with. */
export const previousUsernameInput = "usernameBefore";

/** A field for changing the user's username. */
export function EditUsernameField({ errors }: FormExtensionProps): ReactElement {
  const texts = useTexts();
  const user = useAuthClient().useSession().data?.user as UserWithUsername | undefined;
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
      <input type="hidden" name={previousUsernameInput} value={shown} />
    </>
  );
}
