/** Checks whether a username is available while the user types it. */

import { useAuthClient } from "@latchkey/react";
import { useEffect, useState } from "react";
import { useUiPlugin } from "../provider/plugin.ts";
import { useCanCall } from "../provider/use-can-call.ts";
import { useCapabilities } from "../provider/use-capabilities.ts";
import { fill } from "../texts/texts.ts";
import type { UsernameClient, UsernameUi } from "./ui.ts";

/** In milliseconds. */
const delay = 300;

export interface UsernameCheck {
  readonly hint: string;
  /** Why the username can't be used. */
  readonly problem: string | null;
}

interface Checked {
  readonly name: string;
  readonly problem: string | null;
}

/** @param current the user's own username, which needs no check */
export function useUsernameCheck(typed: string, current = ""): UsernameCheck {
  const client = useAuthClient<UsernameClient>();
  const { texts } = useUiPlugin<UsernameUi>("username", "usernameUi()");
  const rules = useCapabilities()?.plugins.username as { readonly min: number; readonly max: number } | undefined;
  const [checked, setChecked] = useState<Checked | null>(null);
  const name = typed.trim();
  const isOwn = name.toLowerCase() === current.toLowerCase();
  const hasValidLength = rules === undefined || (name.length >= rules.min && name.length <= rules.max);
  const canCheck = useCanCall()("/is-username-available");
  const nameToCheck = canCheck && name !== "" && !isOwn && hasValidLength ? name : null;
  useEffect(() => {
    if (nameToCheck === null) return;
    let isCurrent = true;
    const timer = setTimeout(async () => {
      const { data, error } = await client.isUsernameAvailable({ username: nameToCheck });
      // After a rate limit or network error, saving reports the problem.
      const code = data?.available === false ? "USERNAME_IS_ALREADY_TAKEN" : (error?.code ?? null);
      const problem = code === null ? null : texts.errors[code];
      if (isCurrent && problem !== undefined) setChecked({ name: nameToCheck, problem });
    }, delay);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [nameToCheck, client, texts]);
  const result = checked !== null && checked.name === nameToCheck ? checked : null;
  const rule = rules ? fill(texts.hint, { min: String(rules.min), max: String(rules.max) }) : texts.hintWithoutRules;
  return { hint: result && !result.problem ? texts.available : rule, problem: result?.problem ?? null };
}
