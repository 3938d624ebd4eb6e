/** Public exports of `@latchkey/dev/directory`. */

export { createDirectoryDesk } from "./directory/desk.ts";
export {
  createDirectory,
  type DirectoryOptions,
  type DirectoryPerson,
  type TestDirectory,
} from "./directory/directory.ts";
export type {
  DirectoryAction,
  DirectoryDesk,
  DirectoryEntry,
  DirectoryExchange,
  DirectoryGroup,
  DirectoryState,
} from "./directory/state.ts";
