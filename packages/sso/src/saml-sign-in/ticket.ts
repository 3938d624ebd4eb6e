/**
 * Tickets for SAML responses. The identity provider's page posts a response, so it arrives without the browser's
 * cookies. It can't create a session, because anyone could post one in someone else's browser. Instead, it becomes a
 * ticket, which only the browser that started the sign-in can redeem.
 */

import { createHash } from "node:crypto";
import { LETTERS_AND_DIGITS } from "@latchkey/core/crypto";
import {
  type AuthContext,
  consumeToken,
  defineTokenKind,
  issueToken,
  markUsed,
  storeToken,
  type TokenKind,
} from "@latchkey/core/plugin";
import type { SamlProfile } from "./profile.ts";

interface TicketData {
  /** The encrypted profile, and the ID of the request that it's a response to. */
  readonly profile: string;
}

const ticketKind: TokenKind<TicketData> = defineTokenKind<TicketData>({
  name: "saml-ticket",
  expiresIn: 60,
  form: { length: 32, alphabet: LETTERS_AND_DIGITS },
});

const usedAssertion: TokenKind<object> = defineTokenKind<object>({
  name: "saml-assertion",
  expiresIn: 3600,
  form: "given",
});

const purpose = "saml-ticket";

/**
 * Whether a relay state looks like one of this app's states, which means that the response can belong to one of its
 * requests.
 */
export function isState(text: string): boolean {
  return /^[A-Za-z0-9]{32}$/.test(text);
}

/**
 * Returns the ID of the request that belongs to a state. The state is secret until the response arrives, and the signed
 * response contains the ID, so an attacker can't combine a response with a different state.
 */
export function requestIdOf(state: string): string {
  return `_${createHash("sha256").update(`saml-request\0${state}`).digest("hex").slice(0, 40)}`;
}

/**
 * Records an assertion as used until it expires, separately for each provider. Returns `false` if it was already
 * recorded. One query.
 */
export function useAssertion(
  context: AuthContext,
  providerRowId: string,
  { assertionId, expiresAt }: { readonly assertionId: string; readonly expiresAt: Date },
): Promise<boolean> {
  return markUsed(context, usedAssertion, `${providerRowId}\0${assertionId}`, { subject: providerRowId, expiresAt });
}

/** Stores a ticket, and returns it. One query. */
export async function createTicket(
  context: AuthContext,
  providerRowId: string,
  state: string,
  profile: SamlProfile,
): Promise<string> {
  const encrypted = await context.keys.encryption(purpose).encrypt(JSON.stringify(profile), requestIdOf(state));
  const issued = issueToken(context, ticketKind, {
    subject: providerRowId,
    userId: null,
    data: { profile: encrypted },
  });
  await storeToken(context.db, issued);
  return issued.token;
}

/**
 * Redeems a ticket once. Returns `null` if it's unknown, used, or expired, or belongs to a different provider or
 * sign-in. One query.
 */
export async function redeemTicket(
  context: AuthContext,
  providerRowId: string,
  state: string,
  ticket: string,
): Promise<SamlProfile | null> {
  const used = await consumeToken(context.db, context, ticketKind, ticket, providerRowId);
  const text = used && (await context.keys.encryption(purpose).decrypt(used.data.profile, requestIdOf(state)));
  return text === null ? null : (JSON.parse(text) as SamlProfile);
}
