/**
 * People whose provider gives no address, where nobody gets in without a proven one: the browser that they signed in
 * with remembers for an hour who may name one.
 */

import type { RequestContext } from "../plugin/context.ts";
import { hasCookie, readSigned, setSignedAlways } from "./token.ts";

/** Who they are. Void once the user is another, by an address that was added or by recovery. */
export interface AddressWanted {
  readonly id: string;
  readonly epoch: number;
  /** The account that they had just signed in with. */
  readonly accountId: string | null;
}

const cookie = "add_email";

/** In seconds. */
const lifetime = 3600;

/** Lets this browser name an address for the user, who has just proven an account. The sign-in itself is refused. */
export function wantAddress(context: RequestContext, { id, epoch, accountId }: AddressWanted): void {
  const until = context.now().getTime() + lifetime * 1000;
  setSignedAlways(context, cookie, `${id}.${epoch}.${until}.${accountId ?? ""}`, lifetime);
}

/** Whose address this browser may name; `null`: nobody's. */
export function readAddressWanted(context: RequestContext): AddressWanted | null {
  const parts = /^([^.]+)\.(\d+)\.(\d+)\.([^.]*)$/.exec(readSigned(context, cookie) ?? "");
  const [, id = "", epoch, until, accountId] = parts ?? [];
  if (id === "" || Number(until) <= context.now().getTime()) return null;
  return { id, epoch: Number(epoch), accountId: accountId || null };
}

/** Ends that: the address is there. */
export function forgetAddressWanted(context: RequestContext): void {
  if (hasCookie(context, cookie)) context.reply.clearCookie(context.settings.cookie(cookie));
}
