/**
 * Compares our verifier with SimpleWebAuthn's. SimpleWebAuthn must accept every response that we accept, with the same
 * result. If only our verifier rejects a response, the reason must be in `stricter`.
 */

import { randomBytes as nodeRandomBytes } from "node:crypto";
import { toBase64Url } from "@latchkey/core/crypto";
import {
  type CborInput,
  createVirtualAuthenticator,
  encodeCbor,
  type KeyAlgorithm,
  type ResponseChanges,
  type VirtualAuthenticator,
} from "@latchkey/test-kit";
import { verifyAuthenticationResponse, verifyRegistrationResponse } from "@simplewebauthn/server";
import { WebAuthnError, type WebAuthnReason } from "../src/webauthn/error.ts";
import type { AuthenticationResponse, RegistrationResponse } from "../src/webauthn/json.ts";
import { verifyAssertion } from "../src/webauthn/verify-assertion.ts";
import { verifyRegistration } from "../src/webauthn/verify-registration.ts";

export const origin = "https://app.example";
export const rpID = "app.example";
/** A base64url challenge. It's fixed, so that runs can be repeated. */
export const challenge = toBase64Url(new Uint8Array(32).fill(7));

/**
 * Why our verifier rejects responses that SimpleWebAuthn accepts, including checks that SimpleWebAuthn leaves to its
 * caller.
 */
export const stricter: Readonly<Partial<Record<WebAuthnReason, string>>> = {
  encoding: "Ours rejects base64url that isn't in canonical form.",
  "credential id": "Ours compares the response's id with the one that the authenticator signed.",
  "cross-origin": "SimpleWebAuthn accepts a cross-origin frame that doesn't name the page around it.",
  "cbor: unsupported item": "Ours doesn't read floating-point numbers and tags.",
  "cbor: nested too deeply": "Ours has a limit.",
  cbor: "Ours also rejects bytes after the attestation object.",
  "public key": "At a registration, SimpleWebAuthn doesn't check that the key is valid.",
  "signature encoding": "Ours accepts only the shortest DER form.",
  "client data": "Ours doesn't skip a byte order mark.",
  "token binding": "The two lists of obsolete words differ.",
  "authenticator data": "SimpleWebAuthn encodes extensions again before it compares lengths.",
};

/** A verdict: the accepted result, or the reason for the rejection. */
export type Verdict = { readonly accepted: object } | { readonly rejected: string };

export interface Comparison {
  readonly ours: Verdict;
  readonly theirs: Verdict;
}

const expected = {
  challenge,
  isOrigin: (one: string): boolean => one === origin,
  rpID,
  requireUserVerification: true,
};

const shared = { expectedChallenge: challenge, expectedOrigin: origin, expectedRPID: rpID };

export async function compareRegistration(response: RegistrationResponse): Promise<Comparison> {
  const ours = await verdict(async () => {
    const { credentialID, counter, aaguid, userVerified, backedUp, backupEligible } = await verifyRegistration(
      response,
      {
        ...expected,
        requireUserPresence: true,
      },
    );
    return { credentialID, counter, aaguid, userVerified, backedUp, backupEligible };
  });
  const theirs = await verdict(async () => {
    const result = await verifyRegistrationResponse({ ...shared, response: response as never });
    if (!result.verified) throw new Error("not verified");
    const { credential, aaguid, userVerified, credentialBackedUp, credentialDeviceType } = result.registrationInfo;
    return {
      credentialID: credential.id,
      counter: credential.counter,
      aaguid,
      userVerified,
      backedUp: credentialBackedUp,
      backupEligible: credentialDeviceType === "multiDevice",
    };
  });
  return { ours, theirs };
}

export async function compareAssertion(
  response: AuthenticationResponse,
  publicKey: Uint8Array<ArrayBuffer>,
): Promise<Comparison> {
  const ours = await verdict(async () => {
    const { counter, userVerified, backedUp, backupEligible } = await verifyAssertion(response, publicKey, expected);
    return { counter, userVerified, backedUp, backupEligible };
  });
  const theirs = await verdict(async () => {
    const credential = { id: response.id, publicKey, counter: 0 };
    const result = await verifyAuthenticationResponse({ ...shared, response: response as never, credential });
    if (!result.verified) throw new Error("not verified");
    const { newCounter, userVerified, credentialBackedUp, credentialDeviceType } = result.authenticationInfo;
    return {
      counter: newCounter,
      userVerified,
      backedUp: credentialBackedUp,
      backupEligible: credentialDeviceType === "multiDevice",
    };
  });
  return { ours, theirs };
}

async function verdict(run: () => Promise<object>): Promise<Verdict> {
  try {
    return { accepted: await run() };
  } catch (error) {
    if (error instanceof WebAuthnError) return { rejected: error.reason };
    return { rejected: `${(error as Error).name}: ${(error as Error).message}` };
  }
}

/** Describes the disagreement in a comparison. Returns `null` if there's none. */
export function disagreement({ ours, theirs }: Comparison): string | null {
  if ("accepted" in ours) {
    // Without attestation, statements in any format count as none.
    if ("rejected" in theirs && theirs.rejected.includes("Unsupported Attestation Format")) return null;
    if ("rejected" in theirs) return `ours accepts, theirs rejects: ${theirs.rejected}`;
    const [a, b] = [JSON.stringify(ours.accepted), JSON.stringify(theirs.accepted)];
    return a === b ? null : `${a} is not ${b}`;
  }
  if (ours.rejected.includes(":") && !ours.rejected.startsWith("cbor")) return `ours fails: ${ours.rejected}`;
  if ("rejected" in theirs || ours.rejected in stricter) return null;
  return `only ours rejects: ${ours.rejected}`;
}

/** A passkey with a response of each kind. */
export interface Sample {
  readonly registration: RegistrationResponse;
  readonly assertion: AuthenticationResponse;
  readonly publicKey: Uint8Array<ArrayBuffer>;
}

export async function sampleOf(algorithm: KeyAlgorithm, changes: ResponseChanges = {}): Promise<Sample> {
  const device: VirtualAuthenticator = createVirtualAuthenticator({ origin, algorithm });
  const user = { id: toBase64Url(nodeRandomBytes(32)) };
  const registration = await device.create({ challenge, rp: { id: rpID }, user }, changes);
  const assertion = await device.get({ challenge, rpId: rpID }, changes);
  const cose = device.passkeys[0]?.key.cose as ReadonlyMap<number, CborInput>;
  return { registration, assertion, publicKey: encodeCbor(cose) };
}

/** A seeded generator of numbers below a limit. */
export function seeded(seed: number): (limit: number) => number {
  let state = seed >>> 0 || 1;
  return (limit) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    state >>>= 0;
    return state % limit;
  };
}

type Draw = (limit: number) => number;

/** Changes one of a response's parts: bits, bytes, or its length. */
export function mutate<R extends RegistrationResponse | AuthenticationResponse>(response: R, draw: Draw): R {
  const parts = Object.keys(response.response).filter((key) => !["transports", "userHandle"].includes(key));
  const part = parts[draw(parts.length)] as keyof R["response"];
  const bytes = [...Buffer.from(String((response.response as never)[part]), "base64url")];
  for (let times = 1 + draw(3); times > 0; times--) mutateBytes(bytes, draw);
  return { ...response, response: { ...response.response, [part]: Buffer.from(bytes).toString("base64url") } };
}

function mutateBytes(bytes: number[], draw: Draw): void {
  const at = draw(Math.max(1, bytes.length));
  const kind = draw(6);
  if (kind < 2) bytes[at] = (bytes[at] ?? 0) ^ (1 << draw(8));
  else if (kind === 2) bytes[at] = draw(256);
  else if (kind === 3) bytes.splice(at, 1 + draw(4));
  else if (kind === 4) bytes.splice(at, 0, ...Array.from({ length: 1 + draw(4) }, () => draw(256)));
  else bytes.length = at;
}

/** Compares mutated responses for all algorithms. Returns the disagreements. */
export async function compareMutations(count: number, seed: number): Promise<{ problems: string[]; accepted: number }> {
  const draw = seeded(seed);
  const samples = await Promise.all(([-7, -8, -257] as const).map((algorithm) => sampleOf(algorithm)));
  const problems: string[] = [];
  let accepted = 0;
  for (let number = 0; number < count; number++) {
    const { registration, assertion, publicKey } = samples[number % samples.length] as Sample;
    const isRegistration = draw(2) === 0;
    const changed = isRegistration ? mutate(registration, draw) : mutate(assertion, draw);
    const comparison = isRegistration
      ? await compareRegistration(changed as RegistrationResponse)
      : await compareAssertion(changed as AuthenticationResponse, publicKey);
    if ("accepted" in comparison.ours) accepted++;
    const problem = disagreement(comparison);
    if (problem !== null) problems.push(`${number}: ${problem} ${JSON.stringify(changed)}`);
  }
  return { problems, accepted };
}
