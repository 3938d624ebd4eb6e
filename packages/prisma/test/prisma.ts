/**
 * Prisma itself. It isn't part of the install because of its size (330 MB). This fetches an exact version once into a
 * cache, and creates clients there from generated models.
 */

import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, rename, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Schema } from "@latchkey/core/database";
import type { PrismaInstance, PrismaProvider } from "@latchkey/prisma";
import { prismaSchema } from "@latchkey/prisma/generate";
import type { DdlDialect } from "@latchkey/sql/ddl";

const run = promisify(execFile);
const version = "7.10.0";
const packages = [
  "prisma",
  "@prisma/client",
  "@prisma/adapter-libsql",
  "@prisma/adapter-pg",
  "@prisma/adapter-mariadb",
];
const folder: string = join(import.meta.dirname, `../../../node_modules/.cache/latchkey-prisma/${version}`);

/** Whether the tests with Prisma are enabled: `LATCHKEY_PRISMA=true`. */
const isWanted: boolean = process.env.LATCHKEY_PRISMA === "true";

/** Fetches Prisma if its tests are enabled. @throws {Error} if it can't be fetched */
export async function hasPrisma(): Promise<boolean> {
  if (isWanted) await fetch();
  return isWanted;
}

/**
 * Test files run at the same time, so each downloads into a separate folder. The first one to finish renames its
 * folder.
 */
async function fetch(): Promise<void> {
  if (existsSync(folder)) return;
  const own = `${folder}-${crypto.randomUUID()}`;
  await mkdir(own, { recursive: true });
  await writeFile(join(own, "package.json"), '{ "private": true }\n');
  const flags = ["--save-exact", "--ignore-scripts", "--no-audit", "--no-fund"];
  const names = packages.map((name) => `${name}@${version}`);
  await run("npm", ["install", "--prefix", own, ...flags, ...names], { cwd: own, timeout: 120_000 });
  await rename(own, folder).catch(async (error: unknown) => {
    if (!existsSync(folder)) throw error;
    await rm(own, { recursive: true, force: true });
  });
}

/** A fetched module. */
export function fromPrisma<T>(name: string): T {
  return createRequire(join(folder, "package.json"))(name) as T;
}

export type ClientClass = new (options: {
  readonly adapter: unknown;
}) => PrismaInstance & {
  $disconnect(): Promise<void>;
};

export interface Generated {
  readonly Client: ClientClass;
  remove(): Promise<void>;
}

/**
 * Creates a client for the tables of a schema.
 *
 * @param source the models, if they aren't the generated ones
 */
export async function clientFor(
  provider: PrismaProvider,
  schema: Schema,
  source: string = prismaSchema(schema, dialects[provider]),
): Promise<Generated> {
  const own = join(folder, `generated-${crypto.randomUUID()}`);
  await mkdir(own);
  const generator = `generator client {\n  provider = "prisma-client-js"\n  output = "./client"\n}\n`;
  const datasource = `datasource db {\n  provider = "${provider}"\n}\n`;
  await writeFile(join(own, "schema.prisma"), [generator, datasource, source].join("\n"));
  // The schema engine isn't used here. Without this variable, Prisma would look for it.
  const env = { ...process.env, PRISMA_SCHEMA_ENGINE_BINARY: process.execPath, CHECKPOINT_DISABLE: "1" };
  const tool = join(folder, "node_modules/prisma/build/index.js");
  await run(process.execPath, [tool, "generate", "--schema", join(own, "schema.prisma")], { cwd: own, env });
  const { PrismaClient } = fromPrisma<{ PrismaClient: ClientClass }>(join(own, "client"));
  return { Client: PrismaClient, remove: () => rm(own, { recursive: true, force: true }) };
}

/** MySQL and MariaDB use the same models. */
const dialects: Readonly<Record<PrismaProvider, DdlDialect>> = {
  sqlite: "sqlite",
  postgresql: "postgres",
  mysql: "mariadb",
};
