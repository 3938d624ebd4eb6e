/** Proofs that a client has the key that its tokens are bound to. RFC 9449. */

import { defineTokenKind, markUsed, type RequestContext } from "@latchkey/core/plugin";
import type { TokenInput } from "./call-types.ts";
import { refuse } from "./errors.ts";
import { type ExpectedRequest, proofMemory, verifyProof } from "./proof.ts";

/** The ids of used proofs, kept for as long as a proof can be valid. */
export const proofKind: ReturnType<typeof defineTokenKind<object>> = defineTokenKind<object>({
  name: "oauth-dpop-proof",
  expiresIn: proofMemory,
  form: "given",
});

/** A grant's input, with the thumbprint of the key to bind the tokens to. */
export interface GrantInput extends TokenInput {
  readonly confirmation: string | null;
}

/**
 * Returns the thumbprint of the key that signed the request's proof. `null` if the request has none. One query.
 * @throws {AuthError} `invalid_dpop_proof` if the proof isn't valid, or was used before
 */
export async function readProof(context: RequestContext, request: ExpectedRequest): Promise<string | null> {
  const proof = context.header("dpop");
  if (proof === null) return null;
  const found = await verifyProof(proof, request, context.now());
  if (!found) return refuse("invalid_dpop_proof");
  const { thumbprint, jti } = found;
  const expiresAt = new Date(context.now().getTime() + proofKind.expiresIn * 1000);
  const isFirst = await markUsed(context, proofKind, `${thumbprint}\0${jti}`, { subject: thumbprint, expiresAt });
  return isFirst ? thumbprint : refuse("invalid_dpop_proof", "The proof was used before");
}

/** Throws unless the request proves possession of the key that its token is bound to. */
export function checkConfirmation(bound: string | null, given: string | null): void {
  if (bound !== null && bound !== given)
    refuse("invalid_dpop_proof", "The proof is missing or was signed with a different key");
}
