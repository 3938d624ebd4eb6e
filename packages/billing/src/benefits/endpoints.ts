/** `/billing/benefits` and `/billing/has-benefit`. */

import { defineUntypedEndpoint, type Endpoint } from "@latchkey/core";
import { flag, list } from "@latchkey/core/shapes";
import { findCustomer } from "../customers/store.ts";
import { type HasBenefitInput, hasBenefitInput, type ReferenceInput, referenceInput } from "../inputs.ts";
import { type BillingSettings, benefitIdOf } from "../options.ts";
import { benefitOutput } from "../outputs.ts";
import { requireReference } from "../references/guard.ts";
import { type BillingBenefit, holds, listGrants } from "./store.ts";

/** What the caller has: license keys masked, files by their ids. */
export function listBenefits(settings: BillingSettings): Endpoint<ReferenceInput, readonly BillingBenefit[]> {
  return defineUntypedEndpoint({
    method: "GET",
    path: "/billing/benefits",
    summary: "Benefits of the caller, or of an organization of theirs",
    input: referenceInput,
    output: list(benefitOutput),
    guards: [requireReference(settings, "read")],
    statements: 4,
    async handle(_, { db, reference }) {
      const customer = await findCustomer(db, reference);
      return customer ? listGrants(db, customer.id) : [];
    },
  });
}

/** Whether the caller has a benefit now. */
export function hasBenefit(settings: BillingSettings): Endpoint<HasBenefitInput, boolean> {
  return defineUntypedEndpoint({
    method: "GET",
    path: "/billing/has-benefit",
    summary: "Whether the caller, or an organization of theirs, has a benefit",
    input: hasBenefitInput,
    output: flag,
    guards: [requireReference(settings, "read")],
    statements: 4,
    async handle({ benefit }, { db, reference }) {
      const customer = await findCustomer(db, reference);
      return customer !== null && holds(db, customer.id, benefitIdOf(settings, benefit));
    },
  });
}
