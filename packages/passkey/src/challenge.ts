/**
 * WebAuthn challenges. They're signed instead of stored, so that requesting options doesn't write to the database and
 * each tab can have its own. A used challenge is stored until it would have expired.
 */

import { fromBase64Url, fromUtf8, toBase64Url, utf8 } from "@latchkey/core/crypto";
import {
  defineTokenKind,
  getOrCreateBrowserId,
  markUsed,
  type RequestContext,
  readBrowserId,
  type TokenKind,
} from "@latchkey/core/plugin";

/** A challenge's purpose. A challenge for one purpose can't be used for another. */
export type ChallengePurpose = "sign-in" | "proof" | "second-factor" | "register" | "sign-up" | "recovery";

const purposes: readonly ChallengePurpose[] = ["sign-in", "proof", "second-factor", "register", "sign-up", "recovery"];

/** The values that a new challenge is bound to. */
export interface ChallengeInput {
  readonly purpose: ChallengePurpose;
  readonly rpID: string;
  /** Who can use it: the user and session, or the pending sign-in. Not part of the challenge, so it can be secret. */
  readonly subject: string;
  /** Seconds. */
  readonly expiresIn: number;
  /** Whether the user doesn't have to be present, because the browser creates the passkey without asking. */
  readonly isConditional?: boolean;
  /** The encrypted new user of a sign-up, or the user and backup code of a recovery. Part of the challenge. */
  readonly sealed?: string;
}

/** A challenge whose signature hasn't been checked. */
export interface ClaimedChallenge {
  readonly text: string;
  readonly purpose: ChallengePurpose;
  readonly isConditional: boolean;
  readonly sealed: string;
  readonly expiresAt: Date;
}

const version = 1;
const conditionalFlag = 1;
/** Length in bytes of the version, purpose, flags, expiration time in milliseconds (6 bytes), and 16 random bytes. */
const headLength = 25;
const macLength = 32;

/** Maximum length of a challenge in characters. Not every security key supports longer ones. */
export const maxChallengeLength = 1500;

/** Marks a challenge as used. */
export const usedChallenge: TokenKind<object> = defineTokenKind({
  name: "passkey-used-challenge",
  expiresIn: 600,
  form: "given",
});

/** Returns a new challenge in base64url. Sets the browser's id cookie if it doesn't have one. Sends no query. */
export function createChallenge(context: RequestContext, input: ChallengeInput): string {
  const sealed = utf8(input.sealed ?? "");
  const body = new Uint8Array(headLength + sealed.length);
  const view = new DataView(body.buffer);
  const end = context.now().getTime() + input.expiresIn * 1000;
  body.set([version, purposes.indexOf(input.purpose), input.isConditional ? conditionalFlag : 0]);
  view.setUint16(3, Math.floor(end / 2 ** 32));
  view.setUint32(5, end % 2 ** 32);
  body.set(context.random(16), 9);
  body.set(sealed, headLength);
  const mac = fromBase64Url(signatureOf(context, body, input, getOrCreateBrowserId(context)));
  return toBase64Url(new Uint8Array([...body, ...(mac ?? [])]));
}

/** Reads a challenge without verifying its signature. `null` if it's malformed. */
export function readChallenge(text: string): ClaimedChallenge | null {
  const bytes = text.length > maxChallengeLength ? null : fromBase64Url(text);
  if (!bytes || bytes.length < headLength + macLength || bytes[0] !== version) return null;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const purpose = purposes[bytes[1] ?? 255];
  if (!purpose) return null;
  return {
    text,
    purpose,
    isConditional: bytes[2] === conditionalFlag,
    sealed: fromUtf8(bytes.slice(headLength, -macLength)),
    expiresAt: new Date(view.getUint16(3) * 2 ** 32 + view.getUint32(5)),
  };
}

/**
 * Checks that this server made the challenge for this browser, purpose, subject, and domain, and marks it as used. If
 * several calls run concurrently, only one returns `true`. Sends one query, or none for a challenge that isn't valid.
 */
export async function useChallenge(
  context: RequestContext,
  { text, purpose, expiresAt }: ClaimedChallenge,
  bound: Pick<ChallengeInput, "rpID" | "subject">,
): Promise<boolean> {
  const bytes = fromBase64Url(text);
  if (!bytes || expiresAt <= context.now()) return false;
  const signed = signedText(bytes.slice(0, -macLength), { ...bound, purpose }, readBrowserId(context));
  const mac = toBase64Url(bytes.slice(-macLength));
  if (!context.keys.signing("passkey-challenge").verifyBase64Url(signed, mac)) return false;
  return markUsed(context, usedChallenge, text, { subject: purpose, expiresAt });
}

type Bound = Pick<ChallengeInput, "purpose" | "rpID" | "subject">;

function signatureOf(context: RequestContext, body: Uint8Array, bound: Bound, browserId: string | null): string {
  return context.keys.signing("passkey-challenge").signBase64Url(signedText(body, bound, browserId));
}

function signedText(body: Uint8Array, { purpose, rpID, subject }: Bound, browserId: string | null): string {
  return JSON.stringify([toBase64Url(body), purpose, rpID, subject, browserId]);
}
