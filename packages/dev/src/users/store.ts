/** Reads users for the console. Only selected columns, so that no secrets are included. */

import type { Adapter } from "@latchkey/core/database";
import { accountTable, userTable } from "@latchkey/core/plugin";

/** A user in the console. */
export interface DevUser {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly emailVerified: boolean;
  readonly createdAt: Date;
  /** The sign-in methods: `credential` for a password, or the provider's id. */
  readonly providers: readonly string[];
}

const maxUsers = 100;

/** Returns the newest 100 users in two queries. */
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
  return users.map(({ id, name, email, emailVerified, createdAt }) => {
    const providers = accounts.filter(({ userId }) => userId === id).map(({ providerId }) => providerId);
    return { id, name, email, emailVerified, createdAt, providers };
  });
}
