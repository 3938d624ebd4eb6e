/** `@latchkey/sql/driver`: for writing a driver, which connects `sqlAdapter` to a database client. */

export {
  type Connection,
  type Driver,
  detectMariaDb,
  mutexFor,
  type Result,
  type Statement,
} from "./drivers/driver.ts";
export { type SynchronousConnection, synchronousSqlite } from "./drivers/synchronous-sqlite.ts";
