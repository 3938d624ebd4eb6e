/** After all tests, drops the databases that their processes kept for each other. */

import { mariadb } from "../src/databases/mariadb.ts";
import { postgres } from "../src/databases/postgres.ts";
import { namePrefix } from "../src/databases/test-database.ts";

export async function teardown(): Promise<void> {
  for (const server of [postgres, mariadb]) {
    const responds = await server.probe().then(
      () => true,
      () => false,
    );
    if (responds) await server.dropLeftovers(namePrefix());
  }
}
