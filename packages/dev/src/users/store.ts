/** Reads users for the console. Only selected columns, so that no secrets are included. */

import { type Adapter, widen } from "@latchkey/core/database";
import { accountTable, userTable } from "@latchkey/core/plugin";

/** A user in the console. */
export interface DevUser {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly emailVerified: boolean;
  readonly createdAt: Date;
  /** The sign-in methods: `credential` for a password, the provider's id, or `passkey` for each passkey. */
  readonly providers: readonly string[];
}

const maxUsers = 100;

/** Returns the newest 100 users in two queries, and one more in an app with passkeys. */
export async function listUsers(db: Adapter): Promise<DevUser[]> {
  const users = await db.findMany(userTable, {
    columns: ["id", "name", "email", "emailVerified", "createdAt"],
    orderBy: [{ column: "createdAt", direction: "desc" }],
    limit: maxUsers,
  });
  const accounts = await db.findMany(accountTable, {
    columns: ["id", "userId", "providerId"],
    where: { userId: { in: users.map(({ id }) => id) } },
    limit: maxUsers * 10,
  });
  const passkeys = await listPasskeyOwners(
    db,
    users.map(({ id }) => id),
  );
  return users.map(({ id, name, email, emailVerified, createdAt }) => {
    const providers = [
      ...accounts.filter(({ userId }) => userId === id).map(({ providerId }) => providerId),
      ...passkeys.filter((userId) => userId === id).map(() => "passkey"),
    ];
    return { id, name, email, emailVerified, createdAt, providers };
  });
}

/** The columns of a passkey that the console reads. The plugin with this table might not be installed. */
interface OwnedPasskey {
  readonly id: string;
  readonly userId: string;
}

/** Returns the owner of each passkey. */
async function listPasskeyOwners(db: Adapter, userIds: readonly string[]): Promise<readonly string[]> {
  if (!db.schema.has("passkey")) return [];
  const rows = await db.findMany(widen<OwnedPasskey>({ name: "passkey" }), {
    columns: ["id", "userId"],
    where: { userId: { in: userIds } },
    limit: maxUsers * 20,
  });
  return rows.map(({ userId }) => userId);
}
