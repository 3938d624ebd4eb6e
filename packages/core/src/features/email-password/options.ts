/** What an app may set about email and password. */

/** Options of `emailAndPassword`. */
export interface EmailPasswordOptions {
  /** Default: false. */
  readonly enabled?: boolean;
  /** Nobody signs up by themselves. Default: false. */
  readonly disableSignUp?: boolean;
  /** Nobody gets a session before their address is proven. Default: false. */
  readonly requireEmailVerification?: boolean;
  /** In characters, after Unicode normalisation. Default: 8. */
  readonly minPasswordLength?: number;
  /** In characters, after Unicode normalisation. Default: 128; at least 64, at most 1024. */
  readonly maxPasswordLength?: number;
  /** Signing up makes a session. Default: true, unless verification is required. */
  readonly autoSignIn?: boolean;
  /** Instead of the library's hashing. */
  readonly password?: CustomHasher;
}

/** An app's own way of storing passwords. */
export interface CustomHasher {
  hash(password: string): Promise<string>;
  verify(data: { readonly hash: string; readonly password: string }): Promise<boolean>;
}

/** The options with defaults filled in. */
export interface EmailPasswordSettings {
  readonly enabled: boolean;
  readonly signUp: boolean;
  readonly requireEmailVerification: boolean;
  readonly minPasswordLength: number;
  readonly maxPasswordLength: number;
  readonly autoSignIn: boolean;
}

/** @throws {Error} naming the option that makes no sense */
export function resolveEmailPassword(options: EmailPasswordOptions = {}): EmailPasswordSettings {
  const minPasswordLength = options.minPasswordLength ?? 8;
  const maxPasswordLength = options.maxPasswordLength ?? 128;
  if (!Number.isInteger(minPasswordLength) || minPasswordLength < 1) {
    throw new Error(`emailAndPassword.minPasswordLength is ${minPasswordLength}: give a whole number from 1.`);
  }
  if (
    !Number.isInteger(maxPasswordLength) ||
    maxPasswordLength < Math.max(64, minPasswordLength) ||
    maxPasswordLength > 1024
  ) {
    throw new Error(`emailAndPassword.maxPasswordLength is ${maxPasswordLength}: give a whole number from 64 to 1024.`);
  }
  return {
    enabled: options.enabled ?? false,
    signUp: options.disableSignUp !== true,
    requireEmailVerification: options.requireEmailVerification ?? false,
    minPasswordLength,
    maxPasswordLength,
    autoSignIn: options.autoSignIn ?? true,
  };
}
