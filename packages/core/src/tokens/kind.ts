/** Defines kinds of one-time tokens. */

/** A kind of token. `Data` is what its row carries from the issuer to the code that consumes it. */
export interface TokenKind<Data = unknown> {
  /** Unique name, such as `password-reset`. A token of one kind can't be used as another kind. */
  readonly name: string;
  /** Default lifetime in seconds. */
  readonly expiresIn: number;
  /**
   * The form of the secret: random characters, a signed token that can be read without a query, or `given` by the
   * issuer, composed of a short code and a long secret that the same user holds.
   */
  readonly form: RandomForm | "signed" | "given";
  /** Whether storing a token removes earlier ones for the same subject. */
  readonly newestOnly?: boolean;
  /**
   * Maximum wrong attempts, counted by `recordAttempt`, before the token stops working. Default: attempts aren't
   * counted.
   */
  readonly maxAttempts?: number;
  /**
   * Whether the token signs the user in, like a password, so that a new password or email leaves it valid. An account
   * recovery can remove it. Default: `false`.
   */
  readonly isCredential?: boolean;
  readonly $data?: Data;
}

/** A token of random characters from an alphabet. */
export interface RandomForm {
  readonly length: number;
  readonly alphabet: string;
}

/** Minimum entropy in bits for a token in a link. */
const minEntropyBits = 112;

/**
 * Defines a kind of token.
 * @throws {Error} if a random token of this form could be guessed
 */
export function defineTokenKind<Data>(kind: TokenKind<Data>): TokenKind<Data> {
  if (typeof kind.form === "object" && kind.form.length * Math.log2(kind.form.alphabet.length) < minEntropyBits) {
    throw new Error(`A token of kind "${kind.name}" could be guessed. Use at least ${minEntropyBits} bits.`);
  }
  return kind;
}
