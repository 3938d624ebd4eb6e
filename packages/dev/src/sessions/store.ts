/** Sessions as the console lists them: chosen columns, without the digest of the token. */

import { type AuthContext, factorsIn, sessionTable, userTable } from "@latchkey/core/plugin";

/** A session as the console shows it. */
export interface DevSession {
  readonly id: string;
  readonly userId: string;
  /** Address of the user. */
  readonly email: string;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  readonly ipAddress: string | null;
  readonly userAgent: string | null;
  /** Factors that were proven: `password`. */
  readonly proven: readonly string[];
}

const mostSessions = 100;

/** The newest 100 that are alive, in one statement. */
export async function listLiveSessions({ db, now }: AuthContext): Promise<DevSession[]> {
  const rows = await db.findMany(sessionTable, {
    columns: ["id", "userId", "createdAt", "expiresAt", "ipAddress", "userAgent", "proofs"],
    where: { expiresAt: { gt: now() } },
    join: { user: { table: userTable, on: { id: "userId" }, required: true, columns: ["email"] } },
    orderBy: [{ column: "createdAt", direction: "desc" }],
    limit: mostSessions,
  });
  return rows.map(({ id, userId, user, createdAt, expiresAt, ipAddress, userAgent, proofs }) => ({
    id,
    userId,
    email: user.email,
    createdAt,
    expiresAt,
    ipAddress,
    userAgent,
    proven: factorsIn(proofs),
  }));
}
