/** The secret in an invitation's link, and what it proves. */

import { LETTERS_AND_DIGITS } from "@latchkey/core/crypto";
import {
  type AuthContext,
  defineTokenKind,
  peekToken,
  type RequestContext,
  type TokenKind,
} from "@latchkey/core/plugin";
import { type InvitationRow, invitationTable } from "../tables.ts";

/**
 * How a user got the link. `mailed` means that the server sent it to the invited email, so it verifies the email.
 * `shown` means that the server showed it to the inviter, so it proves nothing about the email.
 */
export type LinkProof = "mailed" | "shown";

/** The columns that the signature covers. */
type BoundColumns = Pick<InvitationRow, "id" | "email" | "revision">;

/** Base64url of 32 bytes after the last dot. Invitation ids don't contain dots. */
const linkIdPattern = /^(.+)\.([\w-]{43})$/;

/** Returns the id that links contain, `{id}.{secret}`. It stays the same until the invitation's revision changes. */
export function linkId(context: AuthContext, proof: LinkProof, invitation: BoundColumns): string {
  return `${invitation.id}.${signer(context, proof).signBase64Url(signaturePayload(invitation))}`;
}

/** The parts of an invitation id from a caller. */
export interface ParsedLinkId {
  readonly id: string;
  readonly secret: string | null;
}

/** Parses a plain id, or the form that links contain. */
export function parseLinkId(given: string): ParsedLinkId {
  const [, id, secret] = linkIdPattern.exec(given) ?? [];
  return id !== undefined && secret !== undefined ? { id, secret } : { id: given, secret: null };
}

/**
 * Returns what the caller's id and token prove about this invitation. Sends no query, except for tokens from earlier
 * versions.
 *
 * @param token the `token` parameter, either in the form that links contain or stored by an earlier version
 */
export async function findLinkProof(
  context: RequestContext,
  { secret }: ParsedLinkId,
  token: string | undefined,
  invitation: BoundColumns,
): Promise<LinkProof | null> {
  const parsed = token === undefined ? null : parseLinkId(token);
  const secretOfToken = parsed?.id === invitation.id ? parsed.secret : null;
  const secrets = [secret, secretOfToken].filter((one) => one !== null);
  for (const proof of ["mailed", "shown"] as const) {
    if (secrets.some((one) => verify(context, proof, invitation, one))) return proof;
  }
  return token !== undefined && (await matchesLegacyToken(context, token, invitation)) ? "mailed" : null;
}

function signer({ keys }: AuthContext, proof: LinkProof) {
  return keys.signing(`organization.invitation.${proof}`);
}

function signaturePayload({ id, email, revision }: BoundColumns): string {
  return JSON.stringify([id, email, revision]);
}

function verify(context: AuthContext, proof: LinkProof, invitation: BoundColumns, secret: string): boolean {
  return signer(context, proof).verifyBase64Url(signaturePayload(invitation), secret);
}

/** The data of a stored token. Its subject is the organization. */
interface LegacyTokenData {
  readonly invitationId: string;
  readonly email: string;
}

/** The tokens that earlier versions stored for each email. Kept so that links from before an upgrade still work. */
export const invitationToken: TokenKind<LegacyTokenData> = defineTokenKind({
  name: "invitation",
  expiresIn: 172_800,
  form: { length: 32, alphabet: LETTERS_AND_DIGITS },
});

const legacyTokenPattern = /^[A-Za-z0-9]{32}$/;

async function matchesLegacyToken(
  context: RequestContext,
  token: string,
  invitation: Pick<InvitationRow, "id" | "email">,
): Promise<boolean> {
  if (!legacyTokenPattern.test(token)) return false;
  const stored = await peekToken(context.db, context, invitationToken, token);
  return stored?.data.invitationId === invitation.id && stored.data.email === invitation.email;
}

/** Whether a sign-up includes the mailed link of a pending invitation to its email. Sends at most two queries. */
export async function verifiesInvitedEmail(
  email: string,
  body: Readonly<Record<string, unknown>>,
  context: RequestContext,
): Promise<boolean> {
  const { invitationToken: given } = body;
  if (typeof given !== "string" || given.length > 500) return false;
  const { id, secret } = parseLinkId(given);
  const stored =
    secret === null && legacyTokenPattern.test(given)
      ? await peekToken(context.db, context, invitationToken, given)
      : null;
  const invitationId = secret === null ? stored?.data.invitationId : id;
  if (invitationId === undefined) return false;
  const where = { id: invitationId, email, status: "pending" as const, expiresAt: { gt: context.now() } };
  const invitation = await context.db.findOne(invitationTable, { where, columns: ["id", "email", "revision"] });
  if (!invitation) return false;
  return secret === null ? stored?.data.email === email : verify(context, "mailed", invitation, secret);
}
