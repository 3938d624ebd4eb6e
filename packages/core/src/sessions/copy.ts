/** Copies of a read session, for the browser and for the secondary storage: what answers show, and what tells copies apart. */

import type { RequestContext } from "../plugin/context.ts";
import type { Field } from "../plugin/settings.ts";
import type { UserRow } from "../users/table.ts";
import { presentSession, presentUser } from "./present.ts";
import type { ActiveSession, SessionRow } from "./table.ts";

/** Rows without what no answer shows, but with what tells copies apart. Joined rows are never copied. */
export interface CopiedSession {
  readonly session: SessionRow;
  readonly user: UserRow;
}

/** A copy, to be written as JSON. */
export function copyOf(context: RequestContext, { session, user }: ActiveSession): CopiedSession {
  const { revision, proofs, remembered } = session;
  return {
    session: { ...presentSession(context, session), revision, proofs, remembered, ...noMarks },
    user: { ...presentUser(context, user), epoch: user.epoch, provenEmail: null },
  };
}

/** Copies don't say which mailbox was verified: what goes by that reads the stored row. */
const noMarks = { verifiedEmail: null, signInAccountId: null } as const;

/** Makes dates of the date columns of a copy that was read from JSON. Other text stays text, whatever it looks like. */
export function revive({ settings: { fields } }: RequestContext, { session, user }: CopiedSession): void {
  reviveDates(session, fields.session);
  reviveDates(user, fields.user);
}

const dateColumns: WeakMap<object, readonly string[]> = new WeakMap();

function reviveDates(row: object, fields: Readonly<Record<string, Field>>): void {
  let names = dateColumns.get(fields);
  if (!names) {
    names = Object.keys(fields).filter((name) => fields[name]?.type === "date");
    dateColumns.set(fields, names);
  }
  const values = row as Record<string, unknown>;
  for (const name of names) if (typeof values[name] === "string") values[name] = new Date(values[name]);
}
