/** The tables of an app as data: for `createAuth`, and for tools that make a schema without running the app. */

import { accountTable } from "../accounts/table.ts";
import { auditTable } from "../audit/table.ts";
import { mergeSchema, type Schema } from "../database/schema.ts";
import type { Table, TableExtension } from "../database/tables.ts";
import { outboxTable } from "../outbox/table.ts";
import { type FieldOptions, fieldColumns } from "../plugin/fields.ts";
import type { Plugin } from "../plugin/plugin.ts";
import { rateLimitTable } from "../rate-limits/table.ts";
import { sessionTable } from "../sessions/table.ts";
import { tokenTable } from "../tokens/table.ts";
import { userTable } from "../users/table.ts";
import type { SessionOptions, UserOptions } from "./options.ts";

/** What decides which tables there are. */
export interface SchemaOptions {
  readonly plugins?: readonly Pick<Plugin, "tables">[];
  readonly user?: UserOptions<FieldOptions>;
  readonly session?: SessionOptions<FieldOptions>;
}

/** Core's tables but those that features bring, and the app's own fields. */
export function coreTables({ user, session }: SchemaOptions): readonly (Table<never> | Table | TableExtension)[] {
  return [
    userTable,
    accountTable,
    auditTable,
    fieldColumns("user", user?.additionalFields ?? {}),
    fieldColumns("session", session?.additionalFields ?? {}),
  ];
}

/**
 * All tables of an app, from the list of its plugins alone.
 * @throws {Error} two tables or columns of one name
 */
export function authSchema(options: SchemaOptions = {}): Schema {
  const ofPlugins = (options.plugins ?? []).flatMap(({ tables }) => tables ?? []);
  return mergeSchema([sessionTable, outboxTable, rateLimitTable, tokenTable, ...coreTables(options), ...ofPlugins]);
}
