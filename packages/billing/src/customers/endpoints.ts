/** The `/billing/customer-state` endpoint, and its server-only counterpart. */

import { defineEndpoint, type EndpointOf, input } from "@latchkey/core/plugin";
import type { BillingCalls } from "../contract.ts";
import { idOrName, referenceInput } from "../fields.ts";
import type { BillingSettings } from "../options.ts";
import { stateOutput } from "../outputs.ts";
import { parseReference } from "../references/access.ts";
import { requireReference } from "../references/guard.ts";
import { loadBillingState } from "./store.ts";

/** Returns the caller's current subscriptions, benefits, and meter balances. */
export function getCustomerState(settings: BillingSettings): EndpointOf<BillingCalls["getCustomerState"]> {
  return defineEndpoint({
    method: "GET",
    path: "/billing/customer-state",
    summary: "Get the customer state",
    input: referenceInput,
    output: stateOutput,
    guards: [requireReference(settings, "read")],
    // One query for the session, up to two for the customer, and three for the lists.
    queryBudget: 6,
    handle: (_, context) => loadBillingState(context, settings, context.reference),
  });
}

/**
 * Returns the current subscriptions, benefits, and meter balances of any user or organization. Server only, so the app
 * decides who can see them. Never pass an unchecked id from a request.
 */
export function readCustomerState(settings: BillingSettings): EndpointOf<BillingCalls["readCustomerState"]> {
  return defineEndpoint({
    method: "GET",
    path: "/billing/read-customer-state",
    serverOnly: true,
    input: input.object({ referenceId: idOrName }),
    output: stateOutput,
    queryBudget: 5,
    handle: ({ referenceId }, context) => loadBillingState(context, settings, parseReference(referenceId)),
  });
}
