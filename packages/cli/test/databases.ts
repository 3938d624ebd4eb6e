/** Databases by URL, as they're passed on the command line. */

import { join } from "node:path";
import { selected, servers, type TestDatabase } from "@latchkey/test-kit/databases";
import { type OpenDatabase, openDatabase } from "../src/database/open.ts";

/** A fresh database for a command. */
export interface Addressed {
  readonly address: string;
  open(): Promise<OpenDatabase>;
  close(): Promise<void>;
}

interface Kind {
  readonly name: string;
  /** @param folder the app's folder */
  make(folder: string): Promise<Addressed>;
}

/** A SQLite file in the app's folder. */
export const sqlite: Kind = {
  name: "sqlite",
  make: async (folder) => {
    const address = join(folder, "app.db");
    return { address, open: () => openDatabase(address, { folder }), close: async () => {} };
  },
};

/** SQLite and the servers that respond, limited like the databases of the test kit. */
export const addressed: readonly Kind[] = selected<Kind>([
  sqlite,
  ...[servers.postgres, servers.mariadb].flatMap((server) =>
    server === null
      ? []
      : [
          {
            name: server.name,
            make: async (folder: string): Promise<Addressed> => {
              const made: TestDatabase & { readonly url: string } = await server.open(1);
              return { address: made.url, open: () => openDatabase(made.url, { folder }), close: () => made.close() };
            },
          },
        ],
  ),
]);
