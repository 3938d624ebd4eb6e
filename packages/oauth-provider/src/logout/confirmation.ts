/**
 * The signed field on the page that asks users to confirm a sign-out. It's bound to the session, so that no one can
 * forge it.
 */

import { fromBase64Url, fromUtf8, toBase64Url, utf8 } from "@latchkey/core/crypto";
import type { RequestContext } from "@latchkey/core/plugin";

/** Where to go after the sign-out. */
export interface Confirmation {
  readonly target: string | null;
}

interface Signed extends Confirmation {
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
}

const expiresInMs = 600_000;

/** Returns the field's value. */
export function signConfirmation(context: RequestContext, target: string | null, sessionId: string): string {
  const signed: Signed = { target, expiresAt: context.now().getTime() + expiresInMs };
  const body = toBase64Url(utf8(JSON.stringify(signed)));
  return `${body}.${signerOf(context).sign(`${body}.${sessionId}`)}`;
}

/**
 * Reads the field. `null` unless this server signed it for this session and it hasn't expired.
 * @param sessionId `null` if no one is signed in, so there's nothing to confirm
 */
export function readConfirmation(context: RequestContext, text: string, sessionId: string | null): Confirmation | null {
  if (sessionId === null) return { target: null };
  const [body = "", signature = ""] = text.split(".");
  const bytes = signerOf(context).verify(`${body}.${sessionId}`, signature) ? fromBase64Url(body) : null;
  if (!bytes) return null;
  const { target, expiresAt } = JSON.parse(fromUtf8(bytes)) as Signed;
  return expiresAt > context.now().getTime() ? { target } : null;
}

function signerOf({ keys }: RequestContext): ReturnType<RequestContext["keys"]["signing"]> {
  return keys.signing("oauth-end-session");
}
