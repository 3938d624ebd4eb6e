/** What one-time tokens there are, each kind as one value. */

/** What a kind of token is like. `Data` is what its row carries from the one who issues it to the one who takes it. */
export interface TokenKind<Data = unknown> {
  /** Unique: `password-reset`. A token of one kind is nothing anywhere else. */
  readonly name: string;
  /** Lifetime in seconds, where the issuer names none. */
  readonly expiresIn: number;
  /**
   * What the secret looks like: characters drawn from an alphabet, a signed token that can be read without a look, or
   * `given`: its issuer brings it, put together of a short code and of a long secret that the same person holds.
   */
  readonly form: RandomForm | "signed" | "given";
  /** Issuing one makes earlier ones for the same subject invalid. */
  readonly newestOnly?: boolean;
  /** Wrong tries, counted by `countTry`, after which it can no more be used. Default: none are counted. */
  readonly mostTries?: number;
  readonly $data?: Data;
}

/** A token of characters drawn from an alphabet. */
export interface RandomForm {
  readonly length: number;
  readonly alphabet: string;
}

/** The bits of the shortest token that may stand in a link. */
const fewestBits = 112;

/**
 * Gives a kind of token its type.
 * @throws {Error} a random form that could be guessed
 */
export function defineTokenKind<Data>(kind: TokenKind<Data>): TokenKind<Data> {
  if (typeof kind.form === "object" && kind.form.length * Math.log2(kind.form.alphabet.length) < fewestBits) {
    throw new Error(`A token of kind "${kind.name}" could be guessed: give it at least ${fewestBits} bits.`);
  }
  return kind;
}
