/** Sessions and users as answers show them: declared columns only, nothing else of a row. */

import type { AuthContext } from "../plugin/context.ts";
import type { Session, SessionData } from "../plugin/session.ts";
import type { Field } from "../plugin/settings.ts";
import type { User } from "../plugin/user.ts";
import { compilePresenter } from "../users/fields.ts";
import type { ActiveSession, SessionRow } from "./table.ts";

type Presenter = (row: object) => Record<string, unknown>;

/** Session and user of a read session. */
export function present(context: AuthContext, active: ActiveSession): SessionData {
  return { session: presentSession(context, active.session), user: presentUser(context, active.user) };
}

/** A session as answers show it. */
export function presentSession(context: AuthContext, row: SessionRow): Session {
  return presenterOf(context.settings.fields.session)(row) as unknown as Session;
}

/** A user as answers show them. */
export function presentUser(context: AuthContext, row: object): User {
  return presenterOf(context.settings.fields.user)(row) as unknown as User;
}

/** A row of a plugin's table as answers show it: one of the plugin's `models`. */
export function presentRow(context: AuthContext, model: string, row: object): Record<string, unknown> {
  const fields = context.settings.fields[model];
  if (!fields) throw new Error(`"${model}" is no model of any plugin.`);
  return presenterOf(fields)(row);
}

const presenters: WeakMap<object, Presenter> = new WeakMap();

function presenterOf(fields: Readonly<Record<string, Field>>): Presenter {
  let presenter = presenters.get(fields);
  if (!presenter) {
    presenter = compilePresenter(fields);
    presenters.set(fields, presenter);
  }
  return presenter;
}
