/** The secret in the link of an invitation's mail: it proves that its bearer reads that address. */

import { defineTokenKind, peekToken, type RequestContext, type TokenKind } from "@latchkey/core";
import { LETTERS_AND_DIGITS } from "@latchkey/core/crypto";
import { type InvitationRow, invitationTable } from "../tables.ts";

/** What the token's row says. Its subject is the organization, which it goes with. */
export interface InvitationProof {
  readonly invitationId: string;
  readonly email: string;
}

/** The kind of these tokens. Good as long as the invitation, however often it is looked at. */
export const invitationToken: TokenKind<InvitationProof> = defineTokenKind({
  name: "invitation",
  expiresIn: 172_800,
  form: { length: 32, alphabet: LETTERS_AND_DIGITS },
});

/** Whether the token was mailed for this invitation, to the address that it names now. One statement. */
export async function isProof(
  context: RequestContext,
  token: string | undefined,
  invitation: Pick<InvitationRow, "id" | "email">,
): Promise<boolean> {
  if (token === undefined) return false;
  const standing = await peekToken(context.db, context, invitationToken, token);
  return standing?.data.invitationId === invitation.id && standing.data.email === invitation.email;
}

/** Whether a sign-up comes with the token of an open invitation to its address. Two statements at most. */
export async function provesAddress(
  email: string,
  body: Readonly<Record<string, unknown>>,
  context: RequestContext,
): Promise<boolean> {
  const { invitationToken: token } = body;
  if (typeof token !== "string" || token.length > 255) return false;
  const standing = await peekToken(context.db, context, invitationToken, token);
  if (standing?.data.email !== email) return false;
  const where = { id: standing.data.invitationId, email, status: "pending" as const, expiresAt: { gt: context.now() } };
  return (await context.db.findOne(invitationTable, { where, columns: ["id"] })) !== null;
}
