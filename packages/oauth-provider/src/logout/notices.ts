/** Sends logout tokens to clients. OpenID Connect Back-Channel Logout 1.0. */

import { randomId } from "@latchkey/core/crypto";
import { getService, type OutboxHandler, publicFetch } from "@latchkey/core/plugin";
import { findClient } from "../clients/store.ts";
import type { ProviderSettings } from "../options.ts";
import { subjectOf } from "../subject.ts";

/** The kind of the messages in the outbox. */
export const logoutKind = "oauth-logout";

/** A session that has ended, for one client. */
export interface LogoutNotice {
  readonly clientId: string;
  readonly userId: string;
  readonly sid: string;
  readonly issuer: string;
}

/** The `typ` of logout tokens. */
export const logoutTokenType = "logout+jwt";

/** How long a logout token is valid, in seconds. Each attempt sends a new one. */
const tokenExpiresIn = 120;

/** With the outbox's delays, these attempts take a day. */
const maxAttempts = 33;

const event = "http://schemas.openid.net/event/backchannel-logout";

/** Delivers the notices. Retries for a day if a client doesn't accept one. */
export function createLogoutHandler(settings: ProviderSettings): OutboxHandler {
  const deliver: OutboxHandler = async (payload, context, { signal }) => {
    const { clientId, userId, sid, issuer } = payload as LogoutNotice;
    const client = await findClient(context.db, clientId);
    if (!client || client.backchannelLogoutUri === null) return;
    const iat = Math.floor(context.now().getTime() / 1000);
    const token = await getService(context, "tokenSigner").sign(context, {
      type: logoutTokenType,
      algorithm: idTokenAlgorithm(getService(context, "tokenSigner").algorithms),
      claims: {
        iss: issuer,
        aud: clientId,
        sub: subjectOf(settings, client, userId),
        sid,
        iat,
        exp: iat + tokenExpiresIn,
        jti: randomId(context.random),
        events: { [event]: {} },
      },
    });
    const send = publicFetch(context, { timeoutMs: 5000, maxBytes: 65_536 });
    const response = await send(client.backchannelLogoutUri, {
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: new URLSearchParams({ logout_token: token }).toString(),
      signal,
    });
    if (response.status >= 300)
      throw new Error(`The backchannel_logout_uri of client ${clientId} responded with ${response.status}.`);
  };
  return Object.assign(deliver, { maxAttempts, receiverOf });
}

function receiverOf(payload: unknown): string {
  return (payload as LogoutNotice).clientId;
}

/** RS256, which every client can verify, unless the app doesn't sign with it. OpenID Connect Core, section 15.1. */
export function idTokenAlgorithm(algorithms: readonly string[]): string | undefined {
  return algorithms.includes("RS256") ? "RS256" : algorithms[0];
}
