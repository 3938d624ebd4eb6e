/** What a session notes about a second factor that was proven in it. */

/** The factor's name among a session's proofs. */
export const twoFactorProof = "two-factor";

/** By what kind of code a second factor was proven. */
export type CodeKind = "app" | "sent-code" | "backup-code";

/**
 * What a code of this kind proves: the second factor, and its kind. A sent code or a backup code doesn't show that the
 * authenticator app belongs to the same person.
 */
export function proofsOf(kind: CodeKind): readonly string[] {
  return [twoFactorProof, kindProof(kind)];
}

/** The name of a kind of code among a session's proofs. */
export function kindProof(kind: CodeKind): string {
  return `${twoFactorProof}:${kind}`;
}
