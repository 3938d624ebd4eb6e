/** The relying party: the domain that a ceremony is for, and the origins that its responses can come from. */

import type { AuthContext, RequestContext } from "@latchkey/core/plugin";
import type { PasskeySettings } from "./options.ts";

/** A ceremony's domain and origins. */
export interface RelyingParty {
  readonly id: string;
  readonly name: string;
  readonly isOrigin: (origin: string) => boolean;
}

/**
 * Returns the relying party for a request: the first configured domain that its page is on, or else the first one. A
 * GET to the page's own origin has no `Origin` header.
 */
export function relyingPartyOf(context: RequestContext, settings: PasskeySettings): RelyingParty {
  const ids = settings.rpIDs.length > 0 ? settings.rpIDs : [new URL(context.origin).hostname];
  const page = hostOf(context.header("origin") ?? context.origin);
  const [first = "localhost"] = ids;
  const id = (page !== null && ids.find((one) => isOn(page, one))) || first;
  const name = settings.rpName ?? context.settings.appName;
  return { id, name, isOrigin: (origin) => isOriginOf(context, settings, id, origin) };
}

/** Compares strings first, because browsers send an origin in only one form. */
function isOriginOf(context: RequestContext, settings: PasskeySettings, id: string, origin: string): boolean {
  if (settings.relatedOrigins.includes(origin)) return true;
  if (settings.origins) return settings.origins.includes(origin);
  const host = hostOf(origin);
  if (host === null || new URL(origin).origin !== origin || !isOn(host, id)) return false;
  return origin === context.origin || context.settings.isTrustedOrigin(origin);
}

/**
 * Checks the settings that depend on other `createAuth` options.
 * @throws {Error} if an option is invalid. The message names the option.
 */
export function checkRelyingParty({ settings: app }: AuthContext, settings: PasskeySettings): void {
  const { rpIDs, origins, relatedOrigins } = settings;
  const own = app.origin === null ? null : hostOf(app.origin);
  const ids = rpIDs.length > 0 ? rpIDs : own === null ? [] : [own];
  if (rpIDs.length === 0 && own !== null && isAddress(own)) {
    throw new Error(
      `passkey.rpID: baseURL has the IP address "${own}", but passkeys need a domain. Set baseURL to one, such as "http://localhost:3000".`,
    );
  }
  for (const related of relatedOrigins) checkOrigin("passkey.relatedOrigins", related);
  checkLabels(relatedOrigins);
  const isKnown = (origin: string): boolean => {
    const host = hostOf(origin);
    return relatedOrigins.includes(origin) || (host !== null && ids.some((id) => isOn(host, id)));
  };
  for (const origin of origins ?? []) {
    if (/^android:apk-key-hash:[\w-]+$/.test(origin)) continue;
    checkOrigin("passkey.origin", origin);
    if (isKnown(origin)) continue;
    throw new Error(
      `passkey.origin has "${origin}", which isn't on ${ids.join(" or ")}. Change passkey.rpID, or add the origin to passkey.relatedOrigins.`,
    );
  }
  if (origins === null && app.origin !== null && !isKnown(app.origin)) {
    throw new Error(
      `passkey.rpID is ${ids.map((id) => `"${id}"`).join(", ")}, but baseURL is on "${own}". Set rpID to that host or a parent of it.`,
    );
  }
}

function checkOrigin(option: string, text: string): void {
  if (hostOf(text) !== null && new URL(text).origin === text) return;
  throw new Error(
    `${option} has "${text}", which isn't an origin. Use a scheme and host, such as "https://example.de".`,
  );
}

/** Number of different names that browsers must support. `example.com` and `example.de` count as one. */
const maxLabels = 5;

function checkLabels(origins: readonly string[]): void {
  const labels = new Set(origins.map((origin) => hostOf(origin)?.split(".").at(-2) ?? origin));
  if (labels.size <= maxLabels) return;
  throw new Error(
    `passkey.relatedOrigins has ${labels.size} different names. Browsers ignore all but ${maxLabels}, so remove some.`,
  );
}

/** Whether a host is the domain or one of its subdomains. */
function isOn(host: string, id: string): boolean {
  return host === id || host.endsWith(`.${id}`);
}

function isAddress(host: string): boolean {
  return host.startsWith("[") || /^[\d.]+$/.test(host);
}

function hostOf(origin: string | null): string | null {
  if (origin === null || !/^https?:\/\//.test(origin)) return null;
  try {
    return new URL(origin).hostname;
  } catch {
    return null;
  }
}
