/** `prismaAdapter`: a database for `createAuth`, over the app's Prisma client. */

import type { DatabaseAdapter, StatementObserver } from "@latchkey/core/database";
import { checkOptionNames, type OptionNames } from "@latchkey/core/plugin";
import { sqlAdapter } from "@latchkey/sql";
import { type PrismaInstance, type PrismaProvider, prismaDriver } from "./driver.ts";
import { createLayout } from "./models.ts";

/** Options for `prismaAdapter`. */
export interface PrismaAdapterOptions {
  /** The provider of the schema's `datasource`: `sqlite`, `postgresql`, or `mysql` (also for MariaDB). */
  readonly provider: PrismaProvider;
  /** Whether the models end with an `s`: `Users`, `Sessions`. Default: false. */
  readonly usePlural?: boolean;
  /** Called for every query. */
  readonly onStatement?: StatementObserver;
}

const optionNames: OptionNames<PrismaAdapterOptions> = { provider: true, usePlural: true, onStatement: true };

/**
 * Creates a database adapter over a Prisma client. Statements go through the client as raw queries, so its pool,
 * transactions, and log see them. Extensions that change models don't.
 *
 * `createAuth` checks that the client's models fit core and the plugins. Unique constraints aren't checked, because the
 * client doesn't know them.
 *
 * @param prisma a Prisma 7 client with a driver adapter
 * @throws {Error} from `createAuth`, if models or fields are missing or have another type. The message lists each
 *   problem and the command that generates them. Also thrown if the client's provider isn't `provider`.
 */
export function prismaAdapter(prisma: PrismaInstance, options: PrismaAdapterOptions): DatabaseAdapter {
  checkOptionNames("prismaAdapter", options, optionNames);
  const { provider, usePlural = false, onStatement } = options;
  const dialect = provider === "postgresql" ? "postgres" : provider;
  return {
    dialect,
    connect(schema) {
      const layout = createLayout(prisma, schema, { provider, usePlural });
      return sqlAdapter(prismaDriver(prisma, dialect, layout), { onStatement, layout }).connect(schema);
    },
  };
}
