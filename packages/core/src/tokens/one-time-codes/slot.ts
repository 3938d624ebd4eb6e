/** What a one-time code is for, who can use it, and how it's stored. */

import { sha256Base64Url } from "../../crypto/digest.ts";
import type { Adapter } from "../../database/adapter.ts";
import { UniqueViolation } from "../../database/errors.ts";
import type { AuthContext, RequestContext } from "../../kernel/context.ts";
import { getOrCreateBrowserId, isBrowserRequest, readBrowserId } from "../../sessions/browser-id.ts";
import { readSession } from "../../sessions/read.ts";
import { type TokenRow, tokenTable } from "../../tables/token.ts";

/** A kind of code. */
export interface OneTimeCodeKind {
  /** Unique name, such as `email-code`. A code of one kind can't be used as another kind. */
  readonly name: string;
  readonly digits: number;
  /** Lifetime in seconds. A code that's requested again lives up to twice as long. */
  readonly expiresIn: number;
  /** Maximum attempts at one code, including the correct one. */
  readonly maxAttempts: number;
  /** Called once when an address has had too many wrong codes in a day. */
  readonly onClosed?: (context: RequestContext, slot: OneTimeCodeSlot) => Promise<void>;
}

/**
 * Who can use a code: a session, a browser, or `""` for any program that keeps no cookies. A string, so that it can be
 * stored.
 */
export type CodeBinding = `session:${string}` | `browser:${string}` | "";

/** What a code is for, and who can use it. */
export interface OneTimeCodeSlot {
  /** What the code allows, such as `sign-in`. */
  readonly type: string;
  /** Where it's sent: an email or phone number, in the form used for comparison. */
  readonly address: string;
  /** Who requested it. Only they can use it. */
  readonly binding: CodeBinding;
}

/**
 * Returns who requests or uses a code: the session, or else the browser. A program that keeps no cookies has an empty
 * binding, so its codes work for any such program, but for no browser.
 *
 * @param use `ask` creates an id for a browser without one; `redeem` doesn't
 */
export async function getCodeBinding(context: RequestContext, use: "ask" | "redeem"): Promise<CodeBinding> {
  const active = await readSession(context, { cache: true, refresh: false });
  if (active) return `session:${active.session.id}`;
  if (!isBrowserRequest(context)) return "";
  return `browser:${use === "ask" ? getOrCreateBrowserId(context) : (readBrowserId(context) ?? "")}`;
}

/**
 * Returns whose codes this request can use: the session's, and those that its browser requested before someone signed
 * in.
 */
export async function listCodeBindings(context: RequestContext): Promise<readonly CodeBinding[]> {
  const first = await getCodeBinding(context, "redeem");
  const browserId = isBrowserRequest(context) ? readBrowserId(context) : null;
  return first.startsWith("session:") && browserId !== null ? [first, `browser:${browserId}`] : [first];
}

/** Identifies the row of a slot's code. */
export function slotIdentifier(kind: OneTimeCodeKind, { type, address, binding }: OneTimeCodeSlot): string {
  return sha256Base64Url(JSON.stringify([kind.name, type, address, binding]));
}

/** What a code's row stores. */
export interface CodeValue {
  /** HMAC of the slot and the code. */
  readonly digest: string;
  /** The code, encrypted. */
  readonly sealed: string;
}

/** Returns the HMAC of a code in its slot. */
export function digestCode(context: AuthContext, kind: OneTimeCodeKind, slot: OneTimeCodeSlot, code: string): string {
  return signer(context).signBase64Url(signedContent(kind, slot, code));
}

/** Compares a typed code with a stored one. */
export function matchesCode(
  context: AuthContext,
  kind: OneTimeCodeKind,
  slot: OneTimeCodeSlot,
  code: string,
  row: TokenRow,
): boolean {
  return signer(context).verifyBase64Url(signedContent(kind, slot, code), (row.value as CodeValue).digest);
}

/** Encrypts a code for its row. */
export function encryptCode(context: AuthContext, code: string, identifier: string): Promise<string> {
  return encrypter(context).encrypt(code, identifier);
}

/** Decrypts a row's code. `null` if its key was removed. */
export function decryptCode(context: AuthContext, row: TokenRow): Promise<string | null> {
  return encrypter(context).decrypt((row.value as CodeValue).sealed, row.identifier);
}

/** Keyed, because codes from a stolen database could otherwise be guessed offline. */
function signedContent(kind: OneTimeCodeKind, { type, address, binding }: OneTimeCodeSlot, code: string): string {
  return JSON.stringify([kind.name, type, address, binding, code]);
}

function signer({ keys }: AuthContext) {
  return keys.signing("code");
}

function encrypter({ keys }: AuthContext) {
  return keys.encryption("code");
}

/** Inserts the row. Returns `false` if it already exists. */
export async function insertRow(db: Adapter, row: TokenRow): Promise<boolean> {
  try {
    await db.insert(tokenTable, row);
    return true;
  } catch (error) {
    if (error instanceof UniqueViolation) return false;
    throw error;
  }
}
