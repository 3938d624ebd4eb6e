/** What an app may set about user names. */

/** Options of `username`. */
export interface UsernameOptions {
  /** Fewest characters. Default: 3. */
  readonly minUsernameLength?: number;
  /** Most characters. Default: 30; at most 255. */
  readonly maxUsernameLength?: number;
  /** Instead of letters, digits, underscore and dot, and not dots alone. Gets the name as it was typed. */
  usernameValidator?(username: string): boolean | Promise<boolean>;
  /**
   * The form in which names are stored, looked up and compared. Names with the same form are one name. Default: lower
   * case.
   */
  usernameNormalization?(username: string): string;
}

/** The options with defaults filled in. */
export interface UsernameSettings {
  readonly least: number;
  readonly most: number;
  readonly isValid: (username: string) => boolean | Promise<boolean>;
  readonly normalize: (username: string) => string;
}

/** Not of dots alone, which would be another place in an address: `/people/..`. */
function isUsual(name: string): boolean {
  return /^[A-Za-z0-9_.]+$/.test(name) && /[^.]/.test(name);
}

/** @throws {Error} naming the option that makes no sense */
export function resolveUsername(options: UsernameOptions): UsernameSettings {
  const least = options.minUsernameLength ?? 3;
  const most = options.maxUsernameLength ?? 30;
  if (!Number.isInteger(least) || least < 1) {
    throw new Error(`username.minUsernameLength is ${least}: give a whole number from 1.`);
  }
  if (!Number.isInteger(most) || most < least || most > 255) {
    throw new Error(`username.maxUsernameLength is ${most}: give a whole number from ${least} to 255.`);
  }
  return {
    least,
    most,
    isValid: options.usernameValidator?.bind(options) ?? isUsual,
    normalize: options.usernameNormalization?.bind(options) ?? ((name) => name.toLowerCase()),
  };
}
