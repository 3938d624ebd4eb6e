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
 * How a link reached its bearer. `mailed`: the server sent it to the invited address, so it proves that mailbox.
 * `shown`: the server showed it to the inviter, so it proves nothing about the mailbox.
 */
export type LinkProof = "mailed" | "shown";

/** The columns that a secret is bound to. */
type Bound = Pick<InvitationRow, "id" | "email" | "revision">;

/** Base64url of 32 bytes behind the last dot. Ids of invitations contain no dot. */
const linkForm = /^(.+)\.([\w-]{43})$/;

/** The form of an invitation's id that links carry: `{id}.{secret}`. Stable until the invitation's revision changes. */
export function linkId(context: AuthContext, proof: LinkProof, invitation: Bound): string {
  return `${invitation.id}.${signer(context, proof).signBase64Url(signedText(invitation))}`;
}

/** An invitation's id as a caller gave it, taken apart. */
export interface GivenId {
  readonly id: string;
  readonly secret: string | null;
}

/** Takes apart a plain id, or the form of it that links carry. */
export function parseId(given: string): GivenId {
  const [, id, secret] = linkForm.exec(given) ?? [];
  return id !== undefined && secret !== undefined ? { id, secret } : { id: given, secret: null };
}

/**
 * What the caller's id and token prove about this invitation. No statement, except for a token of an earlier version.
 *
 * @param token the `token` parameter: the form that links carry, or a stored token of an earlier version
 */
export async function findProof(
  context: RequestContext,
  { secret }: GivenId,
  token: string | undefined,
  invitation: Bound,
): Promise<LinkProof | null> {
  const parsed = token === undefined ? null : parseId(token);
  const ofToken = parsed?.id === invitation.id ? parsed.secret : null;
  const secrets = [secret, ofToken].filter((one) => one !== null);
  for (const proof of ["mailed", "shown"] as const) {
    if (secrets.some((one) => verify(context, proof, invitation, one))) return proof;
  }
  return token !== undefined && (await isStoredToken(context, token, invitation)) ? "mailed" : null;
}

function signer({ keys }: AuthContext, proof: LinkProof) {
  return keys.signing(`organization.invitation.${proof}`);
}

function signedText({ id, email, revision }: Bound): string {
  return JSON.stringify([id, email, revision]);
}

function verify(context: AuthContext, proof: LinkProof, invitation: Bound, secret: string): boolean {
  // Signatures are compared in standard base64, links carry base64url.
  const signature = `${secret.replaceAll("-", "+").replaceAll("_", "/")}=`;
  return signer(context, proof).verify(signedText(invitation), signature);
}

/** What the row of a stored token says. Its subject is the organization. */
interface StoredProof {
  readonly invitationId: string;
  readonly email: string;
}

/** Tokens that earlier versions stored for each mail. Links that were mailed before an upgrade keep working. */
export const invitationToken: TokenKind<StoredProof> = defineTokenKind({
  name: "invitation",
  expiresIn: 172_800,
  form: { length: 32, alphabet: LETTERS_AND_DIGITS },
});

const storedForm = /^[A-Za-z0-9]{32}$/;

async function isStoredToken(
  context: RequestContext,
  token: string,
  invitation: Pick<InvitationRow, "id" | "email">,
): Promise<boolean> {
  if (!storedForm.test(token)) return false;
  const stored = await peekToken(context.db, context, invitationToken, token);
  return stored?.data.invitationId === invitation.id && stored.data.email === invitation.email;
}

/** Whether a sign-up brings the mailed link of a pending invitation to its address. Two statements at most. */
export async function provesAddress(
  email: string,
  body: Readonly<Record<string, unknown>>,
  context: RequestContext,
): Promise<boolean> {
  const { invitationToken: given } = body;
  if (typeof given !== "string" || given.length > 500) return false;
  const { id, secret } = parseId(given);
  const stored =
    secret === null && storedForm.test(given) ? await peekToken(context.db, context, invitationToken, given) : null;
  const invitationId = secret === null ? stored?.data.invitationId : id;
  if (invitationId === undefined) return false;
  const where = { id: invitationId, email, status: "pending" as const, expiresAt: { gt: context.now() } };
  const invitation = await context.db.findOne(invitationTable, { where, columns: ["id", "email", "revision"] });
  if (!invitation) return false;
  return secret === null ? stored?.data.email === email : verify(context, "mailed", invitation, secret);
}
