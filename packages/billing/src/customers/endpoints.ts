/** `/billing/customer-state`, and the same for the app itself. */

import { defineEndpoint, type EndpointOf, input } from "@latchkey/core/plugin";
import type { BillingCalls } from "../contract.ts";
import { key, referenceInput } from "../fields.ts";
import type { BillingSettings } from "../options.ts";
import { stateOutput } from "../outputs.ts";
import { referenceOf } from "../references/access.ts";
import { requireReference } from "../references/guard.ts";
import { readState } from "./store.ts";

/** What the caller has now. */
export function getCustomerState(settings: BillingSettings): EndpointOf<BillingCalls["getCustomerState"]> {
  return defineEndpoint({
    method: "GET",
    path: "/billing/customer-state",
    summary: "What the caller, or an organization of theirs, has now",
    input: referenceInput,
    output: stateOutput,
    guards: [requireReference(settings, "read")],
    // The session, the customer by either way, three lists.
    statements: 6,
    handle: (_, context) => readState(context, context.reference),
  });
}

/** What anybody has now: the app decides who may know. Never passes on what a request says. */
export const readCustomerState: EndpointOf<BillingCalls["readCustomerState"]> = defineEndpoint({
  method: "GET",
  path: "/billing/read-customer-state",
  serverOnly: true,
  input: input.object({ referenceId: key }),
  output: stateOutput,
  statements: 5,
  handle: ({ referenceId }, context) => readState(context, referenceOf(referenceId)),
});
