/** Public exports of `@latchkey/core/database`. */

export type {
  Adapter,
  AnyRow,
  BaseOrder,
  Claim,
  Condition,
  DatabaseAdapter,
  FindMany,
  FindOne,
  GroupSum,
  Increment,
  Insert,
  InsertCondition,
  Join,
  Joined,
  JoinedOrder,
  Joins,
  MatchingRows,
  MigrationOptions,
  MigrationPlan,
  Migrations,
  Order,
  StatementInfo,
  StatementObserver,
  Sum,
  TextColumns,
  Transaction,
  Update,
  Where,
  WhereAll,
} from "./adapter.ts";
export {
  DatabaseUnavailable,
  ForeignKeyViolation,
  UniqueViolation,
  UnstorableValue,
} from "./errors.ts";
export { type MemoryAdapterOptions, memoryAdapter } from "./memory/adapter.ts";
export { createMutex, type Mutex } from "./mutex.ts";
export {
  type CheckedClaim,
  type CheckedCondition,
  checkClaim,
  checkCondition,
  checkPage,
  checkSum,
  createJoinCheck,
  cursorValue,
  type JoinCheck,
  type OrderTerm,
  resolveOrder,
  tableOf,
  toSafeSum,
} from "./query-checks.ts";
export { mergeSchema, type ResolvedTable, type Schema } from "./schema.ts";
export { memoryStorage, type SecondaryStorage } from "./secondary-storage.ts";
export {
  type Column,
  type ColumnReference,
  type ColumnType,
  defineTable,
  type Row,
  type Table,
  type TableDefinition,
  type TableExtension,
  widen,
} from "./tables.ts";
export { type Operations, runTransaction, wrapOperations } from "./transaction.ts";
export { checkRow, checkSet, checkValue, columnOf, isIncrement, maxStringLength } from "./values.ts";
export { checkWhere, coversUniqueKey, isCondition, matchesAtMostOneRow } from "./where.ts";
