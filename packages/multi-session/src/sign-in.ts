/** What happens to the browser's other sessions when a user signs in, and when the browser's session token changes. */

import {
  type ActiveSession,
  findSessions,
  getOrCreateBrowserId,
  hashToken,
  impersonatorOf,
  type PluginFunctions,
  type RequestContext,
  readBrowserId,
  readSessionToken,
  recordAudit,
  sessionTable,
} from "@latchkey/core/plugin";
import { type DeviceEntry, readDeviceList, readDeviceSessions, writeDeviceList } from "./device-list.ts";
import type { MultiSessionSettings } from "./options.ts";

/**
 * Keeps the session of another account. A sign-in that stops at a challenge keeps any session, but doesn't leave it
 * active, so that the next step doesn't apply to the wrong account.
 */
export const keepsPreviousSession: NonNullable<PluginFunctions["keepsPreviousSession"]> = (
  { attempt, previousSession, isChallenged },
  context,
) => {
  const isListed = readSessionToken(context)?.source === "cookie" && getOrCreateBrowserId(context) !== null;
  if (!isListed || impersonatorOf(context, previousSession.session) !== null) return false;
  if (!isChallenged) return previousSession.user.id !== attempt.user.id;
  context.requestCache.set(pausedKey, true);
  return "inactive";
};

const pausedKey: unique symbol = Symbol("session kept during a challenge");

/** Ends earlier sessions of the same user, and those above the maximum. */
export function endSurplusSessions({
  maximumSessions,
}: MultiSessionSettings): NonNullable<PluginFunctions["onSessionCreated"]> {
  return async (tx, { attempt }, context) => {
    if (attempt.actorId !== null || getOrCreateBrowserId(context) === null) return;
    const entries = readDeviceSessions(context);
    const live = entries.length > 0 ? await findEntries(context, entries, tx) : [];
    const others = live.filter(({ active }) => active.user.id !== attempt.user.id);
    const kept = onePerUser(others).slice(0, maximumSessions - 1);
    const surplus = live.filter((one) => !kept.includes(one));
    if (surplus.length > 0) {
      // In the order of ids, so that concurrent sign-ins can't deadlock.
      const ids = surplus.map(({ active }) => active.session.id).sort();
      await tx.remove(sessionTable, { where: { id: { in: ids } } });
      for (const { active } of surplus) {
        const { id: userId } = active.user;
        await recordAudit(tx, context, { action: "session.end", actorId: userId, userId });
      }
    }
    keepEntries(context, kept);
  };
}

/** A session of the browser that hasn't ended. */
export interface LiveEntry {
  readonly entry: DeviceEntry;
  readonly active: ActiveSession;
}

/** Returns the sessions that haven't ended, in the same order. Leaves out impersonations. Sends one query. */
export async function findEntries(
  context: RequestContext,
  entries: readonly DeviceEntry[],
  db: RequestContext["db"] = context.db,
): Promise<LiveEntry[]> {
  const tokens = entries.map(({ token }) => token);
  const found = new Map((await findSessions(context, tokens, db)).map((active) => [active.session.token, active]));
  return entries.flatMap((entry) => {
    const active = found.get(hashToken(entry.token));
    if (!active || impersonatorOf(context, active.session) !== null) return [];
    return { entry: { ...entry, remembered: active.session.remembered }, active };
  });
}

/** Returns the first session of each user. */
export function onePerUser(entries: readonly LiveEntry[]): LiveEntry[] {
  const userIds = new Set<string>();
  return entries.filter(({ active: { user } }) => !userIds.has(user.id) && userIds.add(user.id));
}

const keptKey: unique symbol = Symbol("kept device sessions");

/** Sets which sessions stay in the browser's list when its session token changes in this request. */
export function keepEntries(context: RequestContext, kept: readonly LiveEntry[]): void {
  const entries = kept.map(({ entry }) => entry);
  context.requestCache.set(keptKey, entries);
}

/**
 * Updates the browser's list. Without a sign-in or a switch, the session only has a new token, which replaces the old
 * one.
 */
export const updateDeviceList: NonNullable<PluginFunctions["onSessionTokenChange"]> = (
  { previousToken, token, active },
  context,
) => {
  if (token === null) {
    if (context.requestCache.has(pausedKey)) return writeDeviceList(context, readDeviceSessions(context));
    // The response to a read that finds the session ended can arrive after a sign-in, and would restore an old list.
    const isListed = context.method !== "GET" && readBrowserId(context) !== null;
    if (isListed && previousToken !== null) forgetToken(context, previousToken);
    return;
  }
  if (!active || getOrCreateBrowserId(context) === null) return;
  // The admin's session continues under a token that's added to this list only once the impersonation stops.
  if (impersonatorOf(context, active.session) !== null) {
    if (previousToken !== null) forgetToken(context, previousToken);
    return;
  }
  const kept = context.requestCache.get(keptKey) as readonly DeviceEntry[] | undefined;
  const others = (kept ?? readDeviceList(context).filter((entry) => entry.token !== previousToken)).filter(
    (entry) => entry.token !== token,
  );
  const usedAt = Math.max(context.now().getTime(), ...others.map((entry) => entry.usedAt + 1));
  writeDeviceList(context, [{ token, usedAt, remembered: active.session.remembered }, ...others]);
};

function forgetToken(context: RequestContext, token: string): void {
  const list = readDeviceList(context);
  const others = list.filter((entry) => entry.token !== token);
  if (others.length < list.length) writeDeviceList(context, others);
}
