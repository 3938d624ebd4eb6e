/** The `/billing/meters` and `/billing/meter-balance` endpoints. */

import type { Adapter } from "@latchkey/core/database";
import { defineEndpoint, type EndpointOf, input } from "@latchkey/core/plugin";
import { list, nullable } from "@latchkey/core/shapes";
import type { BillingCalls } from "../contract.ts";
import { findCustomer } from "../customers/store.ts";
import { idOrName, referenceFields, referenceInput } from "../fields.ts";
import type { BillingSettings } from "../options.ts";
import { meterOutput } from "../outputs.ts";
import type { MeterBalance } from "../purchases.ts";
import type { Reference } from "../references/access.ts";
import { requireReference } from "../references/guard.ts";
import { listBalances } from "./store.ts";

/** Returns all meter balances. */
export function listMeters(settings: BillingSettings): EndpointOf<BillingCalls["listMeters"]> {
  return defineEndpoint({
    method: "GET",
    path: "/billing/meters",
    summary: "List meters",
    input: referenceInput,
    output: list(meterOutput),
    guards: [requireReference(settings, "read")],
    queryBudget: 4,
    handle: (_, { db, reference }) => listBalancesOf(db, reference),
  });
}

/** Returns the balance of one meter, or `null` if nothing was used or credited yet. */
export function getMeterBalance(settings: BillingSettings): EndpointOf<BillingCalls["getMeterBalance"]> {
  return defineEndpoint({
    method: "GET",
    path: "/billing/meter-balance",
    summary: "Get a meter balance",
    input: input.object({ ...referenceFields, meter: idOrName }),
    output: nullable(meterOutput),
    guards: [requireReference(settings, "read")],
    queryBudget: 4,
    async handle({ meter }, { db, reference }) {
      const balances = await listBalancesOf(db, reference);
      return balances.find(({ meterId, name }) => meterId === meter || name === meter) ?? null;
    },
  });
}

async function listBalancesOf(db: Adapter, reference: Reference): Promise<readonly MeterBalance[]> {
  const customer = await findCustomer(db, reference);
  return customer ? listBalances(db, customer.id) : [];
}
