/** The tables of an app, for `createAuth` and for tools that need the schema without running the app. */

import { mergeSchema, type Schema } from "../database/schema.ts";
import type { Table, TableExtension } from "../database/tables.ts";
import { type AdditionalFields, fieldColumns } from "../plugin/fields.ts";
import type { Plugin } from "../plugin/plugin.ts";
import { accountTable } from "../tables/account.ts";
import { auditTable } from "../tables/audit.ts";
import { outboxTable } from "../tables/outbox.ts";
import { rateLimitTable } from "../tables/rate-limit.ts";
import { sessionTable } from "../tables/session.ts";
import { tokenTable } from "../tables/token.ts";
import { userTable } from "../tables/user.ts";
import type { SessionOptions, UserOptions } from "./options.ts";

/** The options that determine the tables. */
export interface SchemaOptions {
  readonly plugins?: readonly Pick<Plugin, "tables">[];
  readonly user?: UserOptions<AdditionalFields>;
  readonly session?: SessionOptions<AdditionalFields>;
}

/** Core's tables with the app's own fields, without the tables that features add. */
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
 * Returns all tables of an app, from its plugins and additional fields.
 * @throws {Error} if two tables or columns have the same name
 */
export function authSchema(options: SchemaOptions = {}): Schema {
  const pluginTables = (options.plugins ?? []).flatMap(({ tables }) => tables ?? []);
  return mergeSchema([sessionTable, outboxTable, rateLimitTable, tokenTable, ...coreTables(options), ...pluginTables]);
}
