/** The showcase's billing, with the fake payment provider, and an endpoint for paying users. */

import { type BillingPlugin, billing, memberAccess, requireBenefit } from "@latchkey/billing";
import type { Plugin } from "@latchkey/core";
import { type Row, widen } from "@latchkey/core/database";
import { type AuthContext, definePlugin, defineUntypedEndpoint, type Endpoint } from "@latchkey/core/plugin";
import * as z from "zod";
import type { Payments } from "./payments.ts";

/** Billing with the official SDK, as in a real app. Only the server URL is different. */
export function shop(payments: Payments): BillingPlugin {
  return billing({
    ...payments.billing,
    organizationAccess: memberAccess(),
    organizationCustomer,
    // An organization can't have more members than the seats it pays for.
    seats: { mode: "fixed" },
    // Admins of the showcase are its sellers.
    seller: ({ user }) =>
      String(user.role ?? "")
        .split(",")
        .includes("admin"),
  });
}

interface OrganizationRow extends Row {
  readonly name: string;
}

/** The provider allows each email once, so organizations get a separate one. */
async function organizationCustomer(id: string, { db }: AuthContext) {
  const found = await db.findOne(widen<OrganizationRow>({ name: "organization" }), {
    where: { id },
    columns: ["id", "name"],
  });
  return { email: `billing+${id.toLowerCase()}@showcase.test`, ...(found ? { name: found.name } : {}) };
}

/** Input for `/studio/render`. */
export interface RenderInput {
  readonly frames: number;
  /** The organization that pays. Default: the user. */
  readonly referenceId?: string | undefined;
}

const input: z.ZodType<RenderInput> = z.object({
  frames: z.int().min(1).max(1000),
  referenceId: z.string().max(255).optional(),
});

/** The API calls that `/studio/render` needs. */
export interface Meters {
  ingestUsage(call: {
    readonly body: {
      readonly referenceId: string;
      readonly name: string;
      readonly metadata: { readonly frames: number };
    };
  }): Promise<unknown>;
}

/**
 * A custom endpoint for users with the "pro" benefit. It renders nothing, but counts the frames.
 * @param api returns the app's API once it's created
 */
export function studio(api: () => Meters): Plugin {
  const render: Endpoint<RenderInput, { readonly frames: number }> = defineUntypedEndpoint({
    method: "POST",
    path: "/studio/render",
    summary: "Render some frames",
    input,
    guards: [requireBenefit("pro")],
    queryBudget: 4,
    async handle({ frames }, { reference }) {
      const { externalId: referenceId } = reference;
      await api().ingestUsage({ body: { referenceId, name: "render.done", metadata: { frames } } });
      return { frames };
    },
  });
  return definePlugin({ id: "studio", endpoints: { render } });
}
