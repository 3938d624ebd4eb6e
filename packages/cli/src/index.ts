/** The face of `@latchkey/cli`: its commands as functions. */

export { drizzleSchema } from "./drizzle.ts";
export { type GenerateOptions, generate } from "./generate.ts";
export { main, type Output } from "./main.ts";
export { type MigrateOptions, migrate } from "./migrate.ts";
export { makeSecret } from "./secret.ts";
