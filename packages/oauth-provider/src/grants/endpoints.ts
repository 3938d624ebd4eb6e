/** The calls that show users their consents, and revoke them. */

import { defineEndpoint, denyImpersonation, type EndpointOf, input, requireSession } from "@latchkey/core/plugin";
import { date, list, object, type Shape, successResponse, text } from "@latchkey/core/shapes";
import type { OAuthConsent, UpdateConsentInput } from "../call-types.ts";
import type { OAuthProviderCalls } from "../contract.ts";
import { failWith, pickErrors } from "../errors.ts";
import type { ProviderSettings } from "../options.ts";
import { isSubset } from "../scopes.ts";
import { oauthConsentTable } from "../tables.ts";
import { narrowConsent, withdrawConsent } from "./consents.ts";

const consentOutput: Shape<OAuthConsent> = object<OAuthConsent>({
  id: text,
  clientId: text,
  userId: text,
  referenceId: text,
  scopes: list(text),
  resources: list(text),
  createdAt: date,
  updatedAt: date,
});

const consentsOutput: Shape<readonly OAuthConsent[]> = list(consentOutput);

/** Lists the caller's consents, newest first. */
export const getConsents: EndpointOf<OAuthProviderCalls["getOAuthConsents"]> = defineEndpoint({
  method: "GET",
  path: "/oauth2/get-consents",
  summary: "List your consents",
  output: consentsOutput,
  guards: [requireSession],
  queryBudget: 2,
  handle: (_, { db, user }) =>
    db.findMany(oauthConsentTable, {
      where: { userId: user.id },
      orderBy: [{ column: "updatedAt", direction: "desc" }],
      limit: 100,
    }),
});

/** Returns one of the caller's consents. */
export const getConsent: EndpointOf<OAuthProviderCalls["getOAuthConsent"]> = defineEndpoint({
  method: "GET",
  path: "/oauth2/get-consent",
  summary: "Get one of your consents",
  input: input.object({ id: input.id }),
  output: consentOutput,
  guards: [requireSession],
  errors: pickErrors("CONSENT_NOT_FOUND"),
  queryBudget: 2,
  handle: async ({ id }, { db, user }) =>
    (await db.findOne(oauthConsentTable, { where: { id, userId: user.id } })) ?? failWith("CONSENT_NOT_FOUND"),
});

/** Removes scopes from a consent. */
export function updateConsent(settings: ProviderSettings): EndpointOf<OAuthProviderCalls["updateOAuthConsent"]> {
  return defineEndpoint({
    method: "POST",
    path: "/oauth2/update-consent",
    summary: "Remove scopes from a consent",
    changes: ["oauthConsents"],
    input: input.object<UpdateConsentInput>({
      id: input.id,
      update: input.object<UpdateConsentInput["update"]>({ scopes: input.list(input.text({ min: 1 })) }),
    }),
    output: consentOutput,
    guards: [requireSession, denyImpersonation],
    errors: pickErrors("CONSENT_NOT_FOUND", "INVALID_SCOPE"),
    queryBudget: 8,
    handle: ({ id, update: { scopes } }, context) =>
      context.db.transaction(async (tx) => {
        const found = await tx.findOne(oauthConsentTable, { where: { id, userId: context.user.id }, columns: ["id"] });
        const consent = (found && (await tx.lock(oauthConsentTable, found.id))) ?? failWith("CONSENT_NOT_FOUND");
        if (!isSubset(scopes, consent.scopes)) failWith("INVALID_SCOPE");
        return narrowConsent(tx, context, settings, consent, [...new Set(scopes)]);
      }),
  });
}

/** Revokes a consent. */
export const deleteConsent: EndpointOf<OAuthProviderCalls["deleteOAuthConsent"]> = defineEndpoint({
  method: "POST",
  path: "/oauth2/delete-consent",
  summary: "Revoke a consent",
  input: input.object({ id: input.id }),
  output: successResponse,
  guards: [requireSession, denyImpersonation],
  errors: pickErrors("CONSENT_NOT_FOUND"),
  queryBudget: 6,
  async handle({ id }, context) {
    const { user } = context;
    await context.db.transaction(async (tx) => {
      const consent = await tx.findOne(oauthConsentTable, { where: { id, userId: user.id } });
      if (!consent) return failWith("CONSENT_NOT_FOUND");
      await withdrawConsent(tx, context, consent);
    });
    return { success: true as const };
  },
});
