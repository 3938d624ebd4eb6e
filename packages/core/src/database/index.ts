/** The face of the database floor, published as `@latchkey/core/database`. */

export type {
  Adapter,
  AnyRow,
  Condition,
  DatabaseAdapter,
  FindMany,
  FindOne,
  Increment,
  Insert,
  Join,
  Joined,
  JoinedOrder,
  Joins,
  MigrationOptions,
  MigrationPlan,
  Migrations,
  Order,
  OwnOrder,
  StatementInfo,
  StatementObserver,
  Transaction,
  Update,
  Where,
  WhereAll,
} from "./adapter.ts";
export {
  DatabaseUnavailable,
  ForeignKeyViolation,
  StorageUnavailable,
  UniqueViolation,
  UnstorableValue,
} from "./errors.ts";
export { afterValue, checkJoins, checkPage, fullOrder, type OrderTerm, tableOf } from "./lists.ts";
export { type MemoryAdapterOptions, memoryAdapter } from "./memory/adapter.ts";
export { createMutex, type Mutex } from "./mutex.ts";
export { mergeSchema, type ResolvedTable, type Schema } from "./schema.ts";
export type { Copies } from "./storage/copies.ts";
export { memoryStorage } from "./storage/memory.ts";
export type { StorageOptions } from "./storage/routing.ts";
export {
  type Copy,
  type CopyRead,
  fillWithin,
  type RowChange,
  type RowForm,
  type RowKey,
  type SecondaryStorage,
  type StoredRow,
  type WriteOutcome,
} from "./storage/storage.ts";
export { withStorage } from "./storage/with-storage.ts";
export {
  type Column,
  type ColumnReference,
  type ColumnType,
  defineTable,
  type Row,
  type Table,
  type TableDeclaration,
  type TableExtension,
  widen,
} from "./tables.ts";
export { aroundEach, type Operations, runTransaction } from "./transaction.ts";
export { checkRow, checkSet, checkValue, columnOf, isIncrement, longestString } from "./values.ts";
export { checkWhere, isCondition, isUnique, namesOneRow } from "./where.ts";
