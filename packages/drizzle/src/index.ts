/** Public exports of `@latchkey/drizzle`. */

export { type DrizzleAdapterOptions, drizzleAdapter } from "./adapter.ts";
export type { DrizzleDatabase, DrizzleProvider } from "./driver.ts";
