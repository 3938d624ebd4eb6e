/** Options for `username` and their defaults. */

import { checkInteger, checkOptionNames, type OptionNames } from "@latchkey/core/plugin";

/** Options for `username`. */
export interface UsernameOptions {
  /** Minimum number of characters. Default: 3. */
  readonly minUsernameLength?: number;
  /** Maximum number of characters, at most 255. Default: 30. */
  readonly maxUsernameLength?: number;
  /**
   * Validates the username as the user typed it. Default: letters, digits, underscores, and dots, but not only dots.
   */
  usernameValidator?(username: string): boolean | Promise<boolean>;
  /**
   * Normalizes a username for storage and lookup. Names with the same normalized form count as the same name. Default:
   * lowercase.
   */
  usernameNormalization?(username: string): string;
}

/** The options with defaults filled in. */
export interface UsernameSettings {
  readonly minLength: number;
  readonly maxLength: number;
  readonly isValid: (username: string) => boolean | Promise<boolean>;
  readonly normalize: (username: string) => string;
}

/** Rejects names of only dots, because `/users/..` would be a different path. */
function isDefaultFormat(name: string): boolean {
  return /^[A-Za-z0-9_.]+$/.test(name) && /[^.]/.test(name);
}

const optionNames: OptionNames<UsernameOptions> = {
  minUsernameLength: true,
  maxUsernameLength: true,
  usernameValidator: true,
  usernameNormalization: true,
};

/** @throws {Error} if an option is invalid. The message names the option. */
export function resolveUsername(options: UsernameOptions): UsernameSettings {
  checkOptionNames("username", options, optionNames);
  const minLength = checkInteger("username.minUsernameLength", options.minUsernameLength ?? 3, { min: 1, max: 255 });
  const maxLength = checkInteger("username.maxUsernameLength", options.maxUsernameLength ?? 30, {
    min: minLength,
    max: 255,
  });
  return {
    minLength,
    maxLength,
    isValid: options.usernameValidator?.bind(options) ?? isDefaultFormat,
    normalize: options.usernameNormalization?.bind(options) ?? ((name) => name.toLowerCase()),
  };
}
