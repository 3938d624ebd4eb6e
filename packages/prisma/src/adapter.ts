/** `prismaAdapter`: a database for `createAuth`, over the app's own Prisma client. */

import type { DatabaseAdapter, StatementObserver } from "@latchkey/core/database";
import { sqlAdapter } from "@latchkey/sql";
import { type PrismaInstance, type PrismaProvider, prismaDriver } from "./driver.ts";
import { layoutOfModels } from "./models.ts";

/** Options of `prismaAdapter`. */
export interface PrismaAdapterOptions {
  /** What the schema's `datasource` names: `sqlite`, `postgresql` or `mysql` (for MariaDB, too). */
  readonly provider: PrismaProvider;
  /** Whether the models have an `s` at the end: `Users`, `Sessions`. Default: no. */
  readonly usePlural?: boolean;
  /** Told of every statement. */
  readonly onStatement?: StatementObserver;
}

/**
 * A database adapter over a Prisma client. Statements go through the client as raw queries, so that its pool, its
 * transactions and its log see them; extensions that change models do not.
 *
 * `createAuth` compares the client's models with the tables that core and the plugins need. A client does not know
 * which of its columns are unique, so that is not compared.
 *
 * @param prisma client of Prisma 7, whose database is reached by a driver adapter
 * @throws {Error} from `createAuth`: models or fields are missing or of another type; the message names each one, and
 *   the command that writes them
 */
export function prismaAdapter(prisma: PrismaInstance, options: PrismaAdapterOptions): DatabaseAdapter {
  const { provider, usePlural = false, onStatement } = options;
  const dialect = provider === "postgresql" ? "postgres" : provider;
  return {
    dialect,
    connect(schema) {
      const layout = layoutOfModels(prisma, schema, { provider, usePlural });
      return sqlAdapter(prismaDriver(prisma, dialect, layout), { onStatement, layout }).connect(schema);
    },
  };
}
