/** Changes signed responses at random, and checks that nobody can be read from them but the user who was signed. */

import fc from "fast-check";
import { readResponse } from "../../src/saml/assertion.ts";
import { SamlError } from "../../src/saml/errors.ts";
import { email, expected, post, responseKeys, type Style, signedResponse } from "./identity-provider.ts";
import { mutate, mutations } from "./mutations.ts";

/** What a run saw. */
export interface FuzzResult {
  accepted: number;
  /** By error code. */
  readonly rejected: Map<string, number>;
}

/**
 * Throws with the smallest changes that still break a rule: another user was read, or an error isn't a `SamlError`.
 * @param runs the number of changed responses
 */
export function fuzzResponses(style: Style, runs: number, seed?: number): FuzzResult {
  const result: FuzzResult = { accepted: 0, rejected: new Map() };
  const now = new Date();
  const original = signedResponse(style, { now, assertionId: "_assertion" });
  const keys = responseKeys(now);
  const property = fc.property(mutations, (changes) => {
    const xml = mutate(original, changes);
    try {
      const identity = readResponse(post(xml), keys, expected);
      result.accepted += 1;
      const read = JSON.stringify([identity.nameId.value, ...identity.attributes]);
      const signed = JSON.stringify(["user-17", ["email", [email]]]);
      if (read !== signed || identity.assertionId !== "_assertion") throw new Error(`It reads ${read}.`);
    } catch (error) {
      if (!(error instanceof SamlError)) throw error;
      result.rejected.set(error.code, (result.rejected.get(error.code) ?? 0) + 1);
    }
  });
  fc.assert(property, { numRuns: runs, ...(seed === undefined ? {} : { seed }) });
  return result;
}
