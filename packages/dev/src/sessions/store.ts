/** Reads sessions for the console. Only selected columns, without the token's hash. */

import { type AuthContext, factorNames, sessionTable, userTable } from "@latchkey/core/plugin";

/** A session in the console. */
export interface DevSession {
  readonly id: string;
  readonly userId: string;
  /** The user's email. */
  readonly email: string;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  readonly ipAddress: string | null;
  readonly userAgent: string | null;
  /** The verified factors, such as `password`. */
  readonly proven: readonly string[];
}

const maxSessions = 100;

/** Returns the newest 100 active sessions in one query. */
export async function listActiveSessions({ db, now }: AuthContext): Promise<DevSession[]> {
  const rows = await db.findMany(sessionTable, {
    columns: ["id", "userId", "createdAt", "expiresAt", "ipAddress", "userAgent", "proofs"],
    where: { expiresAt: { gt: now() } },
    join: { user: { table: userTable, on: { id: "userId" }, required: true, columns: ["email"] } },
    orderBy: [{ column: "createdAt", direction: "desc" }],
    limit: maxSessions,
  });
  return rows.map(({ id, userId, user, createdAt, expiresAt, ipAddress, userAgent, proofs }) => ({
    id,
    userId,
    email: user.email,
    createdAt,
    expiresAt,
    ipAddress,
    userAgent,
    proven: factorNames(proofs),
  }));
}
