/** Public exports of `@latchkey/kysely`. */

export { type KyselyAdapterOptions, kyselyAdapter } from "./adapter.ts";
export type { KyselyInstance } from "./driver.ts";
