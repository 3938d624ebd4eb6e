/** The challenge: a sign-in whose first step is done, bound to the browser that did it. */

import { LETTERS_AND_DIGITS } from "@latchkey/core/crypto";
import {
  type AuthContext,
  defineTokenKind,
  type SignInAttempt,
  type TokenKind,
  type UserRow,
} from "@latchkey/core/plugin";

/** What the first step knew, for the session that the second one makes. */
export interface ChallengeData {
  /** The user's epoch then: whatever changed since, the first step does not count any more. */
  readonly epoch: number;
  readonly method: string;
  readonly proofs: Readonly<Record<string, number>>;
  readonly rememberMe: boolean;
  readonly fields: Readonly<Record<string, unknown>>;
  readonly expiresIn: number | null;
  /** What the first step showed of the user's mailbox, and with which account. */
  readonly verifiedEmail: string | null;
  readonly accountId: string | null;
}

/** Ten minutes and five wrong codes. Its secret is in the browser's cookie, 190 bits; the database has a digest. */
export const challengeToken: TokenKind<ChallengeData> = defineTokenKind<ChallengeData>({
  name: "two-factor-challenge",
  expiresIn: 600,
  form: { length: 32, alphabet: LETTERS_AND_DIGITS },
  mostTries: 5,
});

/** The base name of its cookie. */
export const challengeCookie = "two_factor";

/** What of an attempt goes into the challenge. */
export function challengeData(attempt: SignInAttempt): ChallengeData {
  const { method, proofs, rememberMe, fields, expiresIn, verifiedEmail, accountId, user } = attempt;
  const { epoch } = user as unknown as UserRow;
  return { epoch, method, proofs, rememberMe, fields, expiresIn, verifiedEmail, accountId };
}

/** Fields of the session as they were: JSON, in which they waited, knows no dates. */
export function fieldsOf({ db }: AuthContext, { fields }: ChallengeData): Record<string, unknown> {
  const columns = db.schema.get("session")?.columns ?? {};
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name,
      typeof value === "string" && columns[name]?.type === "date" ? new Date(value) : value,
    ]),
  );
}
