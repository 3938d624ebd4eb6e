/**
 * Setup links. They let someone without an account set up single sign-on for an organization, and a directory if the
 * link permits it, but nothing else.
 */

import { LETTERS_AND_DIGITS } from "@latchkey/core/crypto";
import type { Transaction } from "@latchkey/core/database";
import {
  consumeToken,
  defineTokenKind,
  issueToken,
  peekToken,
  type RequestContext,
  readSignedCookie,
  setSignedCookie,
  storeToken,
  type TokenKind,
  tokenTable,
} from "@latchkey/core/plugin";
import { lockOrganization } from "../access.ts";
import { failWith } from "../errors.ts";

/**
 * The data of a link and of the setup that it opens. The token's subject is the organization, and its `userId` is the
 * user who created the link.
 */
export interface SetupData {
  /** Recorded with every audit event that the link causes. */
  readonly linkId: string;
  /** Whether its holder can also connect a directory. Default: false. */
  readonly directory?: boolean;
}

/** Maximum lifetime of a link, in seconds (seven days). */
export const maxLinkAge: number = 7 * 86_400;

const form = { length: 32, alphabet: LETTERS_AND_DIGITS } as const;

/** The token in a link. It works once. */
export const setupLinkToken: TokenKind<SetupData> = defineTokenKind<SetupData>({
  name: "sso-setup-link",
  expiresIn: maxLinkAge,
  form,
  newestOnly: true,
});

/** The token in the cookie of the browser that opened a link. */
export const setupToken: TokenKind<SetupData> = defineTokenKind<SetupData>({
  name: "sso-setup",
  expiresIn: maxLinkAge,
  form,
  newestOnly: true,
});

/** A link, or the setup that it opened. */
export interface Setup {
  readonly organizationId: string;
  /** Id of the user who created the link. `null` if it was the app. */
  readonly creatorId: string | null;
  readonly linkId: string;
  /** Whether its holder can also connect a directory. */
  readonly directory: boolean;
  readonly expiresAt: Date;
}

/** The values of a new link. */
type NewSetup = Omit<Setup, "expiresAt"> & { readonly expiresIn: number };

/** Stores a new link, and revokes the previous link and the setup that it opened. The organization must be locked. */
export async function storeLink(
  tx: Transaction,
  context: RequestContext,
  { organizationId, creatorId, linkId, directory, expiresIn }: NewSetup,
): Promise<{ readonly token: string; readonly expiresAt: Date }> {
  const issued = issueToken(context, setupLinkToken, {
    subject: organizationId,
    userId: creatorId,
    data: { linkId, directory },
    expiresIn,
  });
  await storeToken(tx, issued);
  await tx.remove(tokenTable, { where: { kind: setupToken.name, subject: organizationId } });
  return issued;
}

/** Returns a link that can still be opened, without opening it. One query. */
export async function peekLink(context: RequestContext, token: string): Promise<Setup | null> {
  return toSetup(await peekToken(context.db, context, setupLinkToken, token));
}

/** The cookie's base name. */
export const setupCookie = "sso_setup";

/**
 * Opens a link in this browser. If several callers open it at the same time, only one succeeds.
 * @throws {AuthError} `SETUP_LINK_INVALID`
 */
export async function openLink(
  tx: Transaction,
  context: RequestContext,
  token: string,
  { organizationId, creatorId, linkId, directory, expiresAt }: Setup,
): Promise<void> {
  // `storeLink` needs the same lock, so no new link can replace this one while it's being opened.
  await lockOrganization(context, tx, organizationId);
  const used = await consumeToken(tx, context, setupLinkToken, token, organizationId);
  if (!used) failWith("SETUP_LINK_INVALID");
  const expiresIn = Math.max(1, Math.floor((expiresAt.getTime() - context.now().getTime()) / 1000));
  const issued = issueToken(context, setupToken, {
    subject: organizationId,
    userId: creatorId,
    data: { linkId, directory },
    expiresIn,
  });
  await storeToken(tx, issued);
  setSignedCookie(context, setupCookie, issued.token, expiresIn);
}

/** Whether this browser has opened a link, which might have expired since. */
export function hasSetupCookie(context: RequestContext): boolean {
  return readSignedCookie(context, setupCookie) !== null;
}

/** Returns the setup that this browser has opened. One query, or none if the browser has no setup cookie. */
export async function readSetup(context: RequestContext): Promise<Setup | null> {
  const token = readSignedCookie(context, setupCookie);
  return token === null ? null : toSetup(await peekToken(context.db, context, setupToken, token));
}

/** Whether the setup is still open. The organization must be locked. One query. */
export async function isOpen(tx: Transaction, context: RequestContext, { linkId }: Setup): Promise<boolean> {
  const token = await peekToken(tx, context, setupToken, readSignedCookie(context, setupCookie) ?? "");
  return token?.data.linkId === linkId;
}

function toSetup(token: Awaited<ReturnType<typeof peekToken<SetupData>>>): Setup | null {
  if (!token) return null;
  const { subject, userId, data, expiresAt } = token;
  const { linkId, directory = false } = data;
  return { organizationId: subject, creatorId: userId, linkId, directory, expiresAt };
}
