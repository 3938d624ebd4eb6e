/** What user names bring into sign-in, sign-up and the profile. */

import { textOf } from "../primitives/use-form.ts";
import type { IdentifierResult, UiPlugin } from "../provider/plugin.ts";
import { NewUsernameField, OwnUsernameField, shownBefore, type UsernameClient } from "./fields.tsx";
import { type UsernameTexts, usernameEn } from "./texts.ts";

/** The part of user names in the screens. */
export interface UsernameUi extends UiPlugin {
  readonly id: "username";
  readonly texts: UsernameTexts;
}

/** What `usernameUi` takes. */
export interface UsernameUiOptions {
  /** Default: English. */
  readonly texts?: UsernameTexts;
}

const fieldOf = {
  USERNAME_TOO_SHORT: "username",
  USERNAME_TOO_LONG: "username",
  INVALID_USERNAME: "username",
  INVALID_DISPLAY_USERNAME: "username",
  USERNAME_IS_ALREADY_TAKEN: "username",
};

/**
 * Lets people choose a user name at sign-up, change it in their profile, and sign in by it. For apps whose server has
 * `username()` of `@latchkey/username`.
 */
export function usernameUi({ texts = usernameEn }: UsernameUiOptions = {}): UsernameUi {
  return {
    id: "username",
    texts,
    errors: texts.errors,
    identifier: {
      label: texts.emailOrUsername,
      codes: ["USERNAME_TOO_SHORT", "USERNAME_TOO_LONG", "INVALID_USERNAME"],
      accepts: (typed) => !typed.includes("@"),
      signIn: (client, { identifier, ...values }, options): Promise<IdentifierResult> =>
        (client as UsernameClient).signIn.username({ username: identifier, ...values }, options),
    },
    signUp: { Fields: NewUsernameField, valuesOf: nameIn, fieldOf },
    profile: { Fields: OwnUsernameField, valuesOf: changedNameIn, fieldOf },
  };
}

type Values = Readonly<Record<string, string>>;

/** An empty field means no username. */
function nameIn(values: FormData): Values {
  const username = textOf(values, "username").trim();
  return username === "" ? {} : { username };
}

/** A username can be changed, but not removed. It's shown the way it was typed. */
function changedNameIn(values: FormData): Values {
  const { username } = nameIn(values);
  const isChanged = username !== undefined && username !== textOf(values, shownBefore);
  return isChanged ? { username, displayUsername: username } : {};
}
