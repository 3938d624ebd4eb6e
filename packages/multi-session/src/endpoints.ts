/** The endpoints of the plugin. */

import {
  type ActiveSession,
  clearSessionCookies,
  defineEndpoint,
  denyImpersonation,
  type EndpointHook,
  type EndpointOf,
  endSession,
  fail,
  hashToken,
  type InputField,
  input,
  presentSession,
  presentUser,
  type RequestContext,
  readSessionToken,
  recordAudit,
  requireHeaders,
  requireSession,
  sessionTable,
  switchSession,
} from "@latchkey/core/plugin";
import { statusResponse } from "@latchkey/core/shapes";
import type { DeviceSessionInput, MultiSessionCalls } from "./contract.ts";
import { type DeviceEntry, readDeviceList, readDeviceSessions, writeDeviceList } from "./device-list.ts";
import { multiSessionErrors } from "./errors.ts";
import type { MultiSessionSettings } from "./options.ts";
import { deviceSessionOutput, deviceSessionsOutput } from "./outputs.ts";
import { findEntries, keepEntries, type LiveEntry, onePerUser } from "./sign-in.ts";

const sessionInput: InputField<DeviceSessionInput> = input.object({ sessionToken: input.id });

/** Lists the browser's accounts. Doesn't need a session, because the active one may have ended. */
export const listDeviceSessions: EndpointOf<MultiSessionCalls["listDeviceSessions"]> = defineEndpoint({
  method: "GET",
  path: "/multi-session/list-device-sessions",
  summary: "List the accounts in this browser",
  output: deviceSessionsOutput,
  queryBudget: 1,
  async handle(_, context) {
    requireHeaders(context);
    const entries = readDeviceSessions(context);
    const live = entries.length > 0 ? await findEntries(context, entries) : [];
    return onePerUser(live).map(({ active }) => present(context, active));
  },
});

/** Switches to another account of this browser. */
export const setActiveSession: EndpointOf<MultiSessionCalls["setActiveSession"]> = defineEndpoint({
  method: "POST",
  path: "/multi-session/set-active",
  summary: "Switch to another account in this browser",
  changes: ["session", "deviceSessions"],
  input: sessionInput,
  output: deviceSessionOutput,
  guards: [denyImpersonation],
  errors: multiSessionErrors,
  queryBudget: 2,
  async handle({ sessionToken }, context) {
    requireHeaders(context);
    const { entry, others } = findByHandle(context, sessionToken);
    // The other sessions are read too, so that ended ones leave the list.
    const live = await findEntries(context, [entry, ...others]);
    const [first] = live;
    if (!first || first.entry.token !== entry.token) return fail(multiSessionErrors, "INVALID_SESSION_TOKEN");
    makeActive(context, first, live);
    return present(context, first.active);
  },
});

/** Signs out of one account of this browser. */
export const revokeDeviceSession: EndpointOf<MultiSessionCalls["revokeDeviceSession"]> = defineEndpoint({
  method: "POST",
  path: "/multi-session/revoke",
  summary: "Sign out of one account in this browser",
  changes: ["session", "deviceSessions"],
  input: sessionInput,
  output: statusResponse,
  guards: [requireSession, denyImpersonation],
  errors: multiSessionErrors,
  queryBudget: 3,
  async handle({ sessionToken }, context) {
    const { entry, others } = findByHandle(context, sessionToken);
    await endSession(context, hashToken(entry.token));
    if (sessionToken === context.session.token) await activateNext(context, others);
    else writeDeviceList(context, others);
    return { status: true };
  },
});

/** On sign-out, also ends the browser's other sessions, or activates the one that was used before. */
export function signOutAccounts({ signOutScope }: MultiSessionSettings): EndpointHook {
  return {
    on: ["signOut"],
    async after(_, context) {
      const list = readDeviceList(context);
      if (list.length === 0) return;
      const ended = readSessionToken(context)?.token;
      const others = list.filter(({ token }) => token !== ended);
      if (signOutScope === "current") return activateNext(context, others);
      await endAll(context, others);
      writeDeviceList(context, []);
    },
  };
}

async function endAll(context: RequestContext, entries: readonly DeviceEntry[]): Promise<void> {
  if (entries.length === 0) return;
  await context.db.transaction(async (tx) => {
    const live = await findEntries(context, entries, tx);
    const ids = live.map(({ active }) => active.session.id).sort();
    if (ids.length > 0) await tx.remove(sessionTable, { where: { id: { in: ids } } });
    for (const { active } of live) {
      const { id: userId } = active.user;
      await recordAudit(tx, context, { action: "session.end", actorId: userId, userId });
    }
  });
}

/** Makes the most recently used session the active one. Without any, no one is signed in. */
async function activateNext(context: RequestContext, others: readonly DeviceEntry[]): Promise<void> {
  const live = others.length > 0 ? await findEntries(context, others) : [];
  const [next] = live;
  if (next) makeActive(context, next, live);
  else clearSessionCookies(context);
}

function makeActive(context: RequestContext, { entry, active }: LiveEntry, kept: readonly LiveEntry[]): void {
  keepEntries(context, kept);
  switchSession(context, active, entry.token);
}

/** @throws {AuthError} `INVALID_SESSION_TOKEN` if this browser has no session with this handle */
function findByHandle(
  context: RequestContext,
  handle: string,
): { readonly entry: DeviceEntry; readonly others: readonly DeviceEntry[] } {
  const entries = readDeviceSessions(context);
  const entry = entries.find(({ token }) => hashToken(token) === handle);
  if (!entry) return fail(multiSessionErrors, "INVALID_SESSION_TOKEN");
  return { entry, others: entries.filter((one) => one !== entry) };
}

function present(context: RequestContext, { session, user }: ActiveSession) {
  return { session: presentSession(context, session), user: presentUser(context, user) };
}
