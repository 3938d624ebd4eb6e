/** The `/billing/benefits` and `/billing/has-benefit` endpoints. */

import { defineEndpoint, type EndpointOf, input } from "@latchkey/core/plugin";
import { boolean, list } from "@latchkey/core/shapes";
import type { BillingCalls } from "../contract.ts";
import { findCustomer } from "../customers/store.ts";
import { idOrName, referenceFields, referenceInput } from "../fields.ts";
import { type BillingSettings, resolveBenefitId } from "../options.ts";
import { benefitOutput } from "../outputs.ts";
import { requireReference } from "../references/guard.ts";
import { activeCutoff } from "../subscriptions/active.ts";
import { hasBenefitGrant, listGrants } from "./store.ts";

/** Returns the caller's benefits. License keys are masked, and files are listed by id. */
export function listBenefits(settings: BillingSettings): EndpointOf<BillingCalls["listBenefits"]> {
  return defineEndpoint({
    method: "GET",
    path: "/billing/benefits",
    summary: "List benefits",
    input: referenceInput,
    output: list(benefitOutput),
    guards: [requireReference(settings, "read")],
    queryBudget: 4,
    async handle(_, context) {
      const { db, reference } = context;
      const customer = await findCustomer(db, reference);
      if (!customer) return [];
      return (await listGrants(db, customer.id, activeCutoff(context, settings))).benefits;
    },
  });
}

/** Returns whether the caller has a benefit now. */
export function hasBenefit(settings: BillingSettings): EndpointOf<BillingCalls["hasBenefit"]> {
  return defineEndpoint({
    method: "GET",
    path: "/billing/has-benefit",
    summary: "Check whether the caller has a benefit",
    input: input.object({ ...referenceFields, benefit: idOrName }),
    output: boolean,
    guards: [requireReference(settings, "read")],
    queryBudget: 4,
    async handle({ benefit }, context) {
      const { db, reference } = context;
      const customer = await findCustomer(db, reference);
      const id = resolveBenefitId(settings, benefit);
      return customer !== null && hasBenefitGrant(db, customer.id, id, activeCutoff(context, settings));
    },
  });
}
