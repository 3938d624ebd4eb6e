/** Converts sessions to and from the copies in the cookie cache and the secondary storage. */

import type { AuthContext } from "../../kernel/context.ts";
import type { Model } from "../../kernel/row-presenters.ts";
import type { SessionCopy } from "../../kernel/session.ts";
import type { ActiveSession } from "../../tables/session.ts";
import { presentSession, presentUser } from "../present.ts";

/** Creates a copy that can be serialized as JSON. */
export function toSessionCopy(context: AuthContext, { session, user }: ActiveSession): SessionCopy {
  const { revision, proofs, remembered } = session;
  return {
    session: { ...presentSession(context, session), revision, proofs, remembered, ...omittedColumns },
    user: { ...presentUser(context, user), epoch: user.epoch, provenEmail: null },
  };
}

/** Copies don't contain these. Code that needs them must read the stored row. */
const omittedColumns = { verifiedEmail: null, signInAccountId: null, endsAt: null } as const;

/**
 * Parses the date columns of a copy that was read from JSON. Other strings stay strings, even if they look like dates.
 */
export function reviveCopy({ presenters }: AuthContext, { session, user }: SessionCopy): void {
  reviveDates(session, presenters.session.dateColumns);
  reviveDates(user, presenters.user.dateColumns);
}

function reviveDates(row: object, columns: readonly string[]): void {
  const values = row as Record<string, unknown>;
  for (const name of columns) if (typeof values[name] === "string") values[name] = new Date(values[name]);
}

/**
 * Clones a copy that several requests share, with its dates and JSON values, so that changes that an app makes in one
 * request don't leak into another.
 */
export function cloneCopy({ presenters }: AuthContext, { session, user }: SessionCopy): SessionCopy {
  return { session: cloneRow(session, presenters.session), user: cloneRow(user, presenters.user) };
}

function cloneRow<R extends object>(row: R, { dateColumns, jsonColumns }: Model): R {
  const copy = { ...row } as Record<string, unknown>;
  for (const name of dateColumns) if (copy[name] instanceof Date) copy[name] = new Date(copy[name].getTime());
  for (const name of jsonColumns) copy[name] = cloneJson(copy[name]);
  return copy as R;
}

function cloneJson(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(cloneJson);
  const copy = { ...value } as Record<string, unknown>;
  for (const name in copy) copy[name] = cloneJson(copy[name]);
  return copy;
}
