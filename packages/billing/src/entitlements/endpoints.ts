/** The `/billing/entitlements` and `/billing/can` endpoints, and a server-only counterpart. */

import { defineEndpoint, type EndpointOf, input } from "@latchkey/core/plugin";
import { boolean, list, nullable, number, object, record, type Shape, text } from "@latchkey/core/shapes";
import type { BillingCalls } from "../contract.ts";
import { entitlementErrors } from "../errors.ts";
import { idOrName, referenceFields, referenceInput } from "../fields.ts";
import type { BillingSettings } from "../options.ts";
import type { BillingEntitlements } from "../purchases.ts";
import { parseReference } from "../references/access.ts";
import { requireReference } from "../references/guard.ts";
import { checkEntitlement, loadEntitlements } from "./store.ts";

const entitlementsOutput: Shape<BillingEntitlements> = object({
  benefits: list(text),
  limits: record(nullable(number)),
});

/** Returns the named benefits and limits of the caller, or of one of their organizations. */
export function getEntitlements(settings: BillingSettings): EndpointOf<BillingCalls["getEntitlements"]> {
  return defineEndpoint({
    method: "GET",
    path: "/billing/entitlements",
    summary: "Get the benefits and limits",
    input: referenceInput,
    output: entitlementsOutput,
    guards: [requireReference(settings, "read")],
    queryBudget: 5,
    handle: (_, context) => loadEntitlements(context, settings, context.reference),
  });
}

/** Returns whether the caller has a benefit, or can use more of a limit. */
export function can(settings: BillingSettings): EndpointOf<BillingCalls["can"]> {
  return defineEndpoint({
    method: "GET",
    path: "/billing/can",
    summary: "Check a benefit or a limit",
    input: input.object({
      ...referenceFields,
      name: idOrName,
      used: input.optional(input.integer({ min: 0, max: Number.MAX_SAFE_INTEGER })),
    }),
    output: object({ allowed: boolean, limit: nullable(number), remaining: nullable(number) }),
    guards: [requireReference(settings, "read")],
    errors: { UNKNOWN_ENTITLEMENT: entitlementErrors.UNKNOWN_ENTITLEMENT },
    queryBudget: 5,
    async handle({ name, used = 0 }, context) {
      return checkEntitlement(await loadEntitlements(context, settings, context.reference), settings, name, used);
    },
  });
}

/** Returns the benefits and limits of any user or organization. Server only, so the app decides who can see them. */
export function readEntitlements(settings: BillingSettings): EndpointOf<BillingCalls["readEntitlements"]> {
  return defineEndpoint({
    method: "GET",
    path: "/billing/read-entitlements",
    serverOnly: true,
    input: input.object({ referenceId: idOrName }),
    output: entitlementsOutput,
    queryBudget: 4,
    handle: ({ referenceId }, context) => loadEntitlements(context, settings, parseReference(referenceId)),
  });
}
