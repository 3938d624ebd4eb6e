/** What the showcase sells, by the payment platform of this machine, and what it gives to those who have bought. */

import { type BillingPlugin, billing, memberAccess, polar, requireBenefit } from "@latchkey/billing";
import type { Plugin } from "@latchkey/core";
import { type Row, widen } from "@latchkey/core/database";
import { type AuthContext, definePlugin, defineUntypedEndpoint, type Endpoint } from "@latchkey/core/plugin";
import { Polar } from "@polar-sh/sdk";
import type { RunningPaymentPlatform } from "payment-platform";
import * as z from "zod";

/** The platform, and what it signs with. */
export interface Payments {
  readonly platform: RunningPaymentPlatform;
  readonly secret: string;
}

/** Billing by the official SDK, as an app has it: only the server's address is another one. */
export function shop({ platform, secret }: Payments): BillingPlugin {
  const { url: serverURL, accessToken, sellerId, products, benefits, discounts } = platform;
  return billing({
    secret,
    sellerId,
    benefits,
    provider: polar({ client: new Polar({ accessToken, serverURL }) }),
    checkout: { products, discounts, successUrl: "/billing" },
    organizationAccess: memberAccess(),
    organizationCustomer,
    // Whoever administers the showcase sells here.
    seller: ({ user }) =>
      String(user.role ?? "")
        .split(",")
        .includes("admin"),
  });
}

interface OrganizationRow extends Row {
  readonly name: string;
}

/** The platform knows each address once: an organization gets one of its own. */
async function organizationCustomer(id: string, { db }: AuthContext) {
  const found = await db.findOne(widen<OrganizationRow>({ name: "organization" }), {
    where: { id },
    columns: ["id", "name"],
  });
  return { email: `billing+${id.toLowerCase()}@showcase.test`, ...(found ? { name: found.name } : {}) };
}

/** What `/studio/render` takes. */
export interface RenderInput {
  readonly frames: number;
  /** An organization that pays. Default: the person. */
  readonly referenceId?: string | undefined;
}

const input: z.ZodType<RenderInput> = z.object({
  frames: z.int().min(1).max(1000),
  referenceId: z.string().max(255).optional(),
});

/** What `/studio/render` needs of the app. */
interface Meters {
  ingestUsage(call: {
    readonly body: {
      readonly referenceId: string;
      readonly name: string;
      readonly metadata: { readonly frames: number };
    };
  }): Promise<unknown>;
}

/**
 * An endpoint of the app's own, for those who have the benefit "pro". It renders nothing, and counts what it would have.
 * @param api of the app, once it is there
 */
export function studio(api: () => Meters): Plugin {
  const render: Endpoint<RenderInput, { readonly frames: number }> = defineUntypedEndpoint({
    method: "POST",
    path: "/studio/render",
    summary: "Render some frames",
    input,
    guards: [requireBenefit("pro")],
    statements: 4,
    async handle({ frames }, { reference }) {
      const { externalId: referenceId } = reference;
      await api().ingestUsage({ body: { referenceId, name: "render.done", metadata: { frames } } });
      return { frames };
    },
  });
  return definePlugin({ id: "studio", endpoints: { render } });
}
