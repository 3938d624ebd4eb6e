/**
 * The browser's list of sessions, in two signed cookies: one for sessions that outlast the browser and one for the
 * others. The list is bound to the browser's id, so it's useless in another browser.
 */

import {
  browserDigest,
  getOrCreateBrowserId,
  maxCookieAge,
  type RequestContext,
  readBrowserId,
  readSessionToken,
  readSignedCookie,
  sessionCookies,
  setSignedCookie,
} from "@latchkey/core/plugin";
import { maxAccounts } from "./options.ts";

/** A session of the browser. */
export interface DeviceEntry {
  readonly token: string;
  /** When it became the active one, in milliseconds since 1970. */
  readonly usedAt: number;
  readonly remembered: boolean;
}

/** The cookies' base names, and which sessions each of them has. */
export const deviceCookies = [
  { base: "device_sessions", remembered: true },
  { base: "device_sessions_brief", remembered: false },
] as const;

/** Returns the sessions in the browser's list, the most recently used first. Some of them may have ended. */
export function readDeviceList(context: RequestContext): readonly DeviceEntry[] {
  const browserId = readBrowserId(context);
  if (browserId === null) return [];
  return deviceCookies
    .flatMap(({ base, remembered }) => readCookie(context, base, browserId).map((one) => ({ ...one, remembered })))
    .sort((a, b) => b.usedAt - a.usedAt);
}

/** Returns the browser's sessions, including the active one, which isn't in the list if it's older than the plugin. */
export function readDeviceSessions(context: RequestContext): readonly DeviceEntry[] {
  const list = readDeviceList(context);
  const presented = readSessionToken(context);
  if (presented?.source !== "cookie" || list.some(({ token }) => token === presented.token)) return list;
  const remembered = readSignedCookie(context, sessionCookies.notRemembered) === null;
  return [{ token: presented.token, usedAt: context.now().getTime(), remembered }, ...list];
}

function readCookie(context: RequestContext, base: string, browserId: string): Omit<DeviceEntry, "remembered">[] {
  const [binding, ...parts] = readSignedCookie(context, base)?.split("~") ?? [];
  if (binding !== browserDigest(base, browserId, "") || parts.length > maxAccounts) return [];
  return parts.flatMap((part) => {
    const [time = "", token] = part.split("*");
    return token ? [{ token, usedAt: Number.parseInt(time, 36) }] : [];
  });
}

/** Replaces the browser's list. Does nothing in programs that aren't browsers. */
export function writeDeviceList(context: RequestContext, entries: readonly DeviceEntry[]): void {
  const browserId = getOrCreateBrowserId(context);
  if (browserId === null) return;
  for (const { base, remembered } of deviceCookies) {
    const own = entries.filter((entry) => entry.remembered === remembered);
    if (own.length > 0) {
      const parts = own.map(({ token, usedAt }) => `${usedAt.toString(36)}*${token}`);
      const value = [browserDigest(base, browserId, ""), ...parts].join("~");
      setSignedCookie(context, base, value, remembered ? maxCookieAge : undefined);
    } else {
      const spec = context.settings.cookie(base);
      if (context.cookies.has(spec.name)) context.reply.clearCookie(spec);
    }
  }
}
