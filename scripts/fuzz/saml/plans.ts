/** Changes messages and metadata at random, and checks that only what was signed can be read from them. */

import fc from "fast-check";
import {
  createLogoutRequest,
  readIdpMetadata,
  readLogoutRequest,
  readResponse,
  SamlError,
  verifyPostedLogout,
} from "../../../packages/sso/test/internals.ts";
import {
  email,
  expected,
  idpKeys,
  post,
  responseKeys,
  type Style,
  sign,
  signedResponse,
} from "../../../packages/sso/test/saml/identity-provider.ts";
import { idpMetadata } from "../../../packages/sso/test/saml/metadata.ts";
import { mutate, mutations } from "./mutations.ts";

/** The results of a run. */
export interface FuzzResult {
  accepted: number;
  /** By error code. */
  readonly rejected: Map<string, number>;
}

/**
 * Throws with the smallest changes that break a rule, because another user was read or an error isn't a `SamlError`.
 * @param runs the number of changed responses
 */
export function fuzzResponses(style: Style, runs: number, seed?: number): FuzzResult {
  const now = new Date();
  const keys = responseKeys(now);
  const original = signedResponse(style, { now, assertionId: "_assertion" });
  return fuzzDocument(original, runs, seed, (xml) => {
    const identity = readResponse(post(xml), keys, expected);
    const read = JSON.stringify([identity.nameId.value, ...identity.attributes]);
    const signed = JSON.stringify(["user-17", ["email", [email]]]);
    if (read !== signed || identity.assertionId !== "_assertion") throw new Error(`It reads ${read}.`);
  });
}

/** The same for logout requests, which must not end any session other than the signed one. */
export function fuzzLogouts(runs: number, seed?: number): FuzzResult {
  const now = new Date();
  const keys = responseKeys(now);
  const destination = "https://app.test/api/auth/sso/saml2/sp/slo/acme";
  const nameId = { value: "user-17", format: undefined, nameQualifier: undefined, spNameQualifier: undefined };
  const message = { id: "_logout", now, destination, issuer: expected.issuer };
  const original = sign(createLogoutRequest({ ...message, nameId, sessionIndex: "session-1" }), "LogoutRequest");
  return fuzzDocument(original, runs, seed, (xml) => {
    const verified = verifyPostedLogout(post(xml), keys);
    const request = readLogoutRequest(verified, { issuer: expected.issuer, destination, now });
    const read = JSON.stringify([request.id, request.nameId.value, request.sessionIndexes]);
    if (read !== JSON.stringify(["_logout", "user-17", ["session-1"]])) throw new Error(`It reads ${read}.`);
  });
}

/** The same for metadata. It isn't signed, so the result only has to be usable. */
export function fuzzMetadata(runs: number, seed?: number): FuzzResult {
  const now = new Date();
  const original = idpMetadata({
    entityId: expected.issuer,
    certificates: [idpKeys.certificate],
    sloUrl: "https://idp.test/slo",
  });
  return fuzzDocument(original, runs, seed, (xml) => {
    const { ssoUrl, sloUrl = ssoUrl, certificates } = readIdpMetadata(xml, now);
    const isUsable =
      [ssoUrl, sloUrl].every((url) => /^https?:$/.test(new URL(url).protocol)) && certificates.length > 0;
    if (!isUsable) throw new Error(`It reads ${ssoUrl} and ${sloUrl}.`);
  });
}

function fuzzDocument(
  original: string,
  runs: number,
  seed: number | undefined,
  read: (xml: string) => void,
): FuzzResult {
  const result: FuzzResult = { accepted: 0, rejected: new Map() };
  const property = fc.property(mutations, (changes) => {
    try {
      read(mutate(original, changes));
      result.accepted += 1;
    } catch (error) {
      if (!(error instanceof SamlError)) throw error;
      result.rejected.set(error.code, (result.rejected.get(error.code) ?? 0) + 1);
    }
  });
  fc.assert(property, { numRuns: runs, ...(seed === undefined ? {} : { seed }) });
  return result;
}
