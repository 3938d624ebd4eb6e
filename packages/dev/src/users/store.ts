/** Users as the console lists them: chosen columns, so that nothing secret comes along. */

import type { Adapter } from "@latchkey/core/database";
import { accountTable, userTable } from "@latchkey/core/plugin";

/** A user as the console shows them. */
export interface DevUser {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly emailVerified: boolean;
  readonly createdAt: Date;
  /** Ways in: `credential` for a password, else the provider. */
  readonly providers: readonly string[];
}

const mostUsers = 100;

/** The newest 100, in two statements. */
export async function listUsers(db: Adapter): Promise<DevUser[]> {
  const users = await db.findMany(userTable, {
    columns: ["id", "name", "email", "emailVerified", "createdAt"],
    orderBy: [{ column: "createdAt", direction: "desc" }],
    limit: mostUsers,
  });
  const accounts = await db.findMany(accountTable, {
    columns: ["id", "userId", "providerId"],
    where: { userId: { in: users.map(({ id }) => id) } },
    limit: mostUsers * 10,
  });
  return users.map(({ id, name, email, emailVerified, createdAt }) => {
    const providers = accounts.filter(({ userId }) => userId === id).map(({ providerId }) => providerId);
    return { id, name, email, emailVerified, createdAt, providers };
  });
}
