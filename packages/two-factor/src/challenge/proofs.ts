/** The proofs that a session records when its user verifies a second factor. */

/** The second factor's name among a session's proofs. */
export const twoFactorProof = "two-factor";

/** The kind of code that proved a second factor. */
export type CodeKind = "app" | "sent-code" | "backup-code";

/**
 * Returns the proofs for a code of this kind: the second factor, and the kind itself. A sent code or a backup code
 * doesn't prove that the authenticator app belongs to the same user.
 */
export function proofsOf(kind: CodeKind): readonly string[] {
  return [twoFactorProof, codeKindProof(kind)];
}

/** Returns a code kind's name among a session's proofs. */
export function codeKindProof(kind: CodeKind): string {
  return `${twoFactorProof}:${kind}`;
}
