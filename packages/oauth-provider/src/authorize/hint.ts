/** Reads the `id_token_hint` parameter. OpenID Connect Core, section 3.1.2.1. */

import { getService, type RequestContext } from "@latchkey/core/plugin";
import { issuerOf } from "../issuer.ts";
import { idTokenType } from "../token/issue.ts";
import { AuthorizationError } from "./request.ts";

/** Returns the subject that the client expects. Expired ID tokens are accepted. */
export async function readHint(
  context: RequestContext,
  clientId: string,
  hint: string | undefined,
): Promise<string | null> {
  if (hint === undefined) return null;
  const signer = getService(context, "tokenSigner");
  const claims = await signer.verify(context, hint, { type: idTokenType, ignoreExpiry: true });
  if (claims?.aud !== clientId || claims.iss !== issuerOf(context)) {
    throw new AuthorizationError("invalid_request", "id_token_hint isn't valid");
  }
  return String(claims.sub);
}
