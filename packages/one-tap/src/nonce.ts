/** Nonces: signed for one browser, so that the server stores nothing. */

import { toBase64Url } from "@latchkey/core/crypto";
import { getOrCreateBrowserId, type RequestContext, readBrowserId } from "@latchkey/core/plugin";

/** How long a nonce is valid, in milliseconds. */
const lifetime = 600_000;

/** Returns a nonce for this browser, which gets an id if it has none. */
export function createNonce(context: RequestContext): string {
  const expiresAt = (context.now().getTime() + lifetime).toString(36);
  const content = `${expiresAt}.${toBase64Url(context.random(16))}`;
  return `${content}.${sign(context, content, getOrCreateBrowserId(context))}`;
}

/** Whether the nonce was made for this browser and is still valid. */
export function isOwnNonce(context: RequestContext, nonce: string): boolean {
  const [expiresAt = "", random = "", signature = "", ...more] = nonce.split(".");
  if (more.length > 0 || !(Number.parseInt(expiresAt, 36) > context.now().getTime())) return false;
  const signed = signedText(`${expiresAt}.${random}`, readBrowserId(context));
  return context.keys.signing(purpose).verifyBase64Url(signed, signature);
}

const purpose = "one-tap-nonce";

function sign({ keys }: RequestContext, content: string, browserId: string | null): string {
  return keys.signing(purpose).signBase64Url(signedText(content, browserId));
}

function signedText(content: string, browserId: string | null): string {
  return `${content}.${browserId ?? ""}`;
}
