/** Options for `oneTimeToken` and their defaults. */

import { checkInteger, checkOptionNames, type OptionNames } from "@latchkey/core/plugin";

/** Options for `oneTimeToken`. */
export interface OneTimeTokenOptions {
  /** How long a token is valid, in seconds. Default: 60. better-auth uses minutes. */
  readonly expiresIn?: number;
  /** Origins that a token can be generated for, in addition to the page's own. Default: all trusted origins. */
  readonly allowedAudiences?: readonly string[];
  /** Whether the new session ends when the session that it came from ends. Default: true. */
  readonly endsWithParent?: boolean;
  /** Whether tokens can be generated only with `auth.api`. Default: false. */
  readonly disableClientRequest?: boolean;
  /** Whether sign-in responses contain a token in the `set-ott` header. Default: false. */
  readonly setOttHeaderOnNewSession?: boolean;
}

/** The options with defaults filled in. */
export interface OneTimeTokenSettings {
  readonly expiresIn: number;
  readonly allowedAudiences: ReadonlySet<string> | null;
  readonly endsWithParent: boolean;
  readonly disableClientRequest: boolean;
  readonly setsHeader: boolean;
}

const optionNames: OptionNames<OneTimeTokenOptions> = {
  expiresIn: true,
  allowedAudiences: true,
  endsWithParent: true,
  disableClientRequest: true,
  setOttHeaderOnNewSession: true,
};

/** @throws {Error} if an option is invalid. The message names the option. */
export function resolveOneTimeToken(options: OneTimeTokenOptions): OneTimeTokenSettings {
  checkOptionNames("oneTimeToken", options, optionNames);
  const { allowedAudiences } = options;
  for (const audience of allowedAudiences ?? []) {
    if (originOf(audience) === audience) continue;
    throw new Error(
      `oneTimeToken.allowedAudiences has "${audience}", which isn't an origin. Use one such as "https://app.example.com".`,
    );
  }
  return {
    expiresIn: checkInteger("oneTimeToken.expiresIn", options.expiresIn ?? 60, { min: 10, max: 600 }),
    allowedAudiences: allowedAudiences ? new Set(allowedAudiences) : null,
    endsWithParent: options.endsWithParent ?? true,
    disableClientRequest: options.disableClientRequest ?? false,
    setsHeader: options.setOttHeaderOnNewSession ?? false,
  };
}

/** Returns the origin of an absolute URL, or `null`. */
export function originOf(url: string): string | null {
  try {
    const { origin } = new URL(url);
    return origin === "null" ? null : origin;
  } catch {
    return null;
  }
}
