/**
 * Ends the sessions that an identity provider logs out, including those that a sign-in in progress is about to create.
 * Section 3.7.3.2 of SAML's core specification. Affects only sign-ins that started before the request, so a replayed
 * request doesn't end newer sessions.
 */

import type { Adapter, Transaction, Where } from "@latchkey/core/database";
import {
  type AuthContext,
  accountTable,
  consumeToken,
  defineTokenKind,
  issueTokenWithSecret,
  peekToken,
  recordSystemAudit,
  storeToken,
  type TokenKind,
} from "@latchkey/core/plugin";
import type { LogoutRequest } from "../saml/logout.ts";
import { indexOf } from "../saml-sign-in/subject.ts";
import {
  type SsoProviderRow,
  type SsoSessionRow,
  type SsoSubject,
  ssoProviderTable,
  ssoSessionTable,
} from "../tables.ts";

/** When a name ID was logged out, in milliseconds since 1970, according to the provider's clock. */
interface LogoutTimes {
  /** When all of its sessions were logged out. */
  readonly all: number;
  /** When individual sessions were logged out, by their `ssoIndex`. */
  readonly sessions: Readonly<Record<string, number>>;
}

/** Logouts, kept for longer than a sign-in can take, including its second factor. */
const loggedOutKind: TokenKind<LogoutTimes> = defineTokenKind<LogoutTimes>({
  name: "saml-logged-out",
  expiresIn: 1800,
  form: "given",
});

/** Maximum sessions to read. No name ID has this many. */
const maxSessions = 1000;

/** Whether the identity provider has logged out the session that an assertion started. One query. */
export async function isLoggedOut(
  tx: Adapter,
  context: AuthContext,
  providerRowId: string,
  ssoIndex: string,
  { nameId, issuedAt }: SsoSubject,
): Promise<boolean> {
  const found = await peekToken(tx, context, loggedOutKind, secretOf(providerRowId, nameId.value));
  if (!found) return false;
  const { all, sessions } = found.data;
  return issuedAt <= Math.max(all, sessions[ssoIndex] ?? 0);
}

/**
 * Ends the sessions that a request names. Returns the handles of those that existed. At most six queries. Locks the
 * provider's row, so that a concurrent sign-in's session is either ended here or rejected by its gate.
 */
export function logOut(
  context: AuthContext,
  row: SsoProviderRow,
  request: Pick<LogoutRequest, "issuedAt" | "nameId" | "sessionIndexes">,
): Promise<readonly string[]> {
  return context.db.transaction(async (tx) => {
    if (!(await tx.lock(ssoProviderTable, row.id))) return [];
    const { nameId, issuedAt, sessionIndexes } = request;
    const indexes = sessionIndexes.map((index) => indexOf(row.id, nameId.value, index));
    await remember(tx, context, secretOf(row.id, nameId.value), row.id, { indexes, at: issuedAt.getTime() });
    const found = await findSessions(tx, row, nameId.value, indexes);
    const ended = found.filter(({ ssoSubject }) => (ssoSubject?.issuedAt ?? 0) <= issuedAt.getTime());
    const [first] = ended;
    if (!first) return [];
    await tx.remove(ssoSessionTable, { where: { id: { in: ended.map(({ id }) => id) } } });
    await recordSystemAudit(tx, context, {
      action: "sso-provider.logout",
      actorId: null,
      userId: first.userId,
      organizationId: row.organizationId,
      data: { providerId: row.providerId, ended: ended.length },
    });
    return ended.map(({ token }) => token);
  });
}

async function findSessions(
  tx: Transaction,
  { id, providerId }: SsoProviderRow,
  accountId: string,
  indexes: readonly string[],
): Promise<readonly SsoSessionRow[]> {
  const list = (where: Where<SsoSessionRow>) => tx.findMany(ssoSessionTable, { where, limit: maxSessions });
  if (indexes.length > 0) return list({ ssoIndex: { in: indexes } });
  const account = await tx.findOne(accountTable, { where: { providerId, accountId } });
  return account ? list({ ssoProviderId: id, signInAccountId: account.id }) : [];
}

async function remember(
  tx: Transaction,
  context: AuthContext,
  secret: string,
  subject: string,
  { indexes, at }: { readonly indexes: readonly string[]; readonly at: number },
): Promise<void> {
  const before = (await consumeToken(tx, context, loggedOutKind, secret))?.data ?? { all: 0, sessions: {} };
  const sessions = Object.fromEntries(indexes.map((index) => [index, Math.max(at, before.sessions[index] ?? 0)]));
  const data: LogoutTimes = {
    all: indexes.length === 0 ? Math.max(at, before.all) : before.all,
    sessions: { ...withoutOld(before.sessions, context), ...sessions },
  };
  await storeToken(tx, issueTokenWithSecret(context, loggedOutKind, secret, { subject, userId: null, data }));
}

/** Returns the logouts without those that are older than any sign-in in progress. */
function withoutOld(sessions: LogoutTimes["sessions"], context: AuthContext): LogoutTimes["sessions"] {
  const oldest = context.now().getTime() - loggedOutKind.expiresIn * 1000;
  return Object.fromEntries(Object.entries(sessions).filter(([, at]) => at >= oldest));
}

function secretOf(providerRowId: string, nameId: string): string {
  return `${providerRowId}\0${nameId}`;
}
