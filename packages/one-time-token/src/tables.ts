/** The column that the one-time token plugin adds to the `session` table. */

import type { TableExtension } from "@latchkey/core/database";

/** Adds `parentId`, the session that a session came from. If the parent ends, so does the session. */
export const sessionColumns: TableExtension = {
  extends: "session",
  columns: {
    parentId: {
      type: "string",
      nullable: true,
      index: true,
      references: { table: "session", column: "id" },
      returned: false,
    },
  },
};
