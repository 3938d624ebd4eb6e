/** Assembles the JWT plugin. */

import type { Plugin } from "@latchkey/core";
import { definePlugin, type EndpointHook, type RequestContext, readSession } from "@latchkey/core/plugin";
import { jwtAuditActions } from "./audit-actions.ts";
import type { JwtTypes } from "./contract.ts";
import { listEndedSessions } from "./ended-sessions/endpoint.ts";
import { endedSessionHooks, removePastSessions } from "./ended-sessions/store.ts";
import {
  getJwks,
  getToken,
  listSigningKeys,
  rotateSigningKeys,
  signJWT,
  testKeyRotation,
  verifyJWT,
} from "./endpoints.ts";
import { jwtErrors } from "./errors.ts";
import { removeRetiredKeys } from "./keys/store.ts";
import { type JwtOptions, type JwtSettings, resolveJwt } from "./options.ts";
import { createTokenSigner, signSessionToken } from "./sign.ts";
import { endedSessionTable, jwksTable } from "./tables.ts";

/** The plugin that `jwt` returns. */
export interface JwtPlugin extends Plugin<JwtTypes> {
  readonly id: "jwt";
}

/**
 * Adds tokens that other services can verify without calling this one, and the public keys to verify them with.
 *
 * @throws {Error} if an option is invalid
 */
export function jwt(options: JwtOptions = {}): JwtPlugin {
  const settings = resolveJwt(options);
  return definePlugin<JwtPlugin>({
    id: "jwt",
    tables: settings.revocationFeed ? [jwksTable, endedSessionTable] : [jwksTable],
    endpoints: {
      getJwks: getJwks(settings),
      getToken: getToken(settings),
      listEndedSessions: listEndedSessions(settings),
      signJWT: signJWT(settings),
      verifyJWT: verifyJWT(settings),
      listSigningKeys,
      rotateSigningKeys: rotateSigningKeys(settings),
      testKeyRotation: testKeyRotation(settings),
    },
    errors: jwtErrors,
    auditActions: jwtAuditActions,
    hooks: settings.setJwtHeader ? [tokenHeader(settings)] : [],
    tableHooks: settings.revocationFeed ? (getContext) => endedSessionHooks(getContext, settings) : [],
    maintenanceJobs: {
      removeRetiredSigningKeys: ({ db, now }) => removeRetiredKeys(db, now()),
      ...(settings.revocationFeed ? { removeEndedSessions: removePastSessions } : {}),
    },
    provides: { tokenSigner: createTokenSigner(settings) },
  });
}

/** Adds a token to each `get-session` response, in the header that better-auth's clients know. */
function tokenHeader(settings: JwtSettings): EndpointHook {
  return {
    on: ["getSession"],
    async after(output, context: RequestContext) {
      // A token can't express the limits of an API key, so it would grant more than the key does.
      if (!output || context.loadedSession?.limits !== undefined) return;
      // A cached session might have ended.
      const active = await readSession(context);
      if (!active) return;
      context.reply.setSuccessHeader("set-auth-jwt", await signSessionToken(context, settings, active));
      context.reply.setSuccessHeader("access-control-expose-headers", "set-auth-jwt");
    },
  };
}
