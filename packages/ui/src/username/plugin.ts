/** The UI plugin for usernames. */

import { textOf } from "../primitives/use-form.ts";
import type { IdentifierResult } from "../provider/types.ts";
import { overrideTexts, type TextOverrides } from "../texts/overrides.ts";
import { NewUsernameField } from "./fields.tsx";
import { type UsernameTexts, usernameEn } from "./texts.ts";
import type { UsernameClient, UsernameUi } from "./ui.ts";
import { UsernameRow } from "./username-row.tsx";

/** Options for `usernameUi`. */
export interface UsernameUiOptions {
  /** Texts to use instead of the language's. */
  readonly texts?: TextOverrides<UsernameTexts>;
}

const fieldByErrorCode = {
  USERNAME_TOO_SHORT: "username",
  USERNAME_TOO_LONG: "username",
  INVALID_USERNAME: "username",
  INVALID_DISPLAY_USERNAME: "username",
  USERNAME_IS_ALREADY_TAKEN: "username",
};

/**
 * Lets users choose a username at sign-up, change it in their profile, and sign in with it. For apps whose server has
 * `username()` from `@latchkey/username`.
 */
export function usernameUi(options: UsernameUiOptions = {}): UsernameUi {
  return createUsernameUi(options, usernameEn);
}

function createUsernameUi(options: UsernameUiOptions, language: UsernameTexts): UsernameUi {
  const texts = overrideTexts(language, options.texts);
  return {
    id: "username",
    localize: (other) => createUsernameUi(options, other as UsernameTexts),
    isAvailable: ({ plugins }) => plugins.username !== undefined,
    texts,
    errors: texts.errors,
    identifier: {
      label: texts.emailOrUsername,
      ownLabel: texts.label,
      path: "/sign-in/username",
      isOffered: ({ signIn }) => signIn.username,
      codes: ["USERNAME_TOO_SHORT", "USERNAME_TOO_LONG", "INVALID_USERNAME"],
      matches: (typed) => !typed.includes("@"),
      signIn: (client, { identifier, ...values }, options): Promise<IdentifierResult> =>
        (client as UsernameClient).signIn.username({ username: identifier, ...values }, options),
    },
    signUp: { Fields: NewUsernameField, getValues: usernameFrom, fieldByErrorCode },
    account: { ProfileRows: UsernameRow },
  };
}

type Values = Readonly<Record<string, string>>;

/** An empty field means no username. */
function usernameFrom(values: FormData): Values {
  const username = textOf(values, "username").trim();
  return username === "" ? {} : { username };
}
