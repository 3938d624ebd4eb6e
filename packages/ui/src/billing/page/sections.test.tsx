// @vitest-environment jsdom

import { memberAccess } from "@latchkey/billing";
import type { Capabilities } from "@latchkey/client/capabilities";
import { organization } from "@latchkey/organization";
import { organizationClient } from "@latchkey/organization/client";
import { screen, waitFor } from "@testing-library/react";
import type { ReactElement } from "react";
import { expect, test } from "vitest";
import { purchaseOf, startShop, ui } from "../../../test/billing.tsx";
import { watchScreens } from "../../../test/site.tsx";
import type { OrganizationClient } from "../../organization/client.ts";
import { useBillingClient } from "../client.ts";
import { billingUi } from "../plugin.tsx";
import { billingEn } from "../texts.ts";
import { BillingPage } from "./billing-page.tsx";

history.replaceState(null, "", "/billing");

watchScreens();

const { plan } = billingEn.page;
const product = "Team plan";

test("the plugin adds a section to the account page if the server supports billing", () => {
  const [section] = billingUi().account?.sections ?? [];
  expect(section?.id).toBe("billing");
  const server = (plugins: object) => ({ plugins }) as unknown as Capabilities;
  const billing = { checkout: true, portal: true, references: ["user"] };
  const isAvailable = [null, server({ billing }), server({})].map((one) => section?.isAvailable?.(one));
  expect(isAvailable).toEqual([true, true, false]);
});

test("the plugin adds a section to the organization page if organizations can have a plan", () => {
  const [section] = billingUi().organization?.sections ?? [];
  const server = (references: readonly string[]) =>
    ({ plugins: { billing: { checkout: true, portal: true, references } } }) as unknown as Capabilities;
  const isAvailable = [null, server(["user"]), server(["user", "organization"])].map((one) =>
    section?.isAvailable?.(one),
  );
  expect(isAvailable).toEqual([false, false, true]);
});

/** A custom component that uses the hook. */
function Hook(): ReactElement {
  const [own] = useBillingClient().useCustomerState().data?.subscriptions ?? [];
  return <p>by the hook: {own?.product.name ?? "nothing"}</p>;
}

test("with reference: activeOrganization, the page and the hook follow the active organization", async () => {
  const { enter, send } = await startShop(
    { reference: "activeOrganization", organizationAccess: memberAccess() },
    { plugins: [organization()], clientPlugins: [organizationClient()] },
  );
  const ann = await enter("ann");
  const client = ann.client as unknown as OrganizationClient;
  const shown = (
    <>
      <BillingPage />
      <Hook />
    </>
  );
  ann.show(shown, ui);
  await screen.findByText(plan.none);
  const { data } = await client.organization.create({ name: "Acme", slug: "acme" });
  for (const body of purchaseOf(`org_${data?.id}`)) await send(body);
  await client.organization.setActive({ organizationId: null });
  await screen.findByText(plan.none);
  await client.organization.setActive({ organizationId: data?.id ?? "" });
  await screen.findByText("$29.00 per month");
  await screen.findByText(`by the hook: ${product}`);
  await client.organization.setActive({ organizationId: null });
  await screen.findByText(plan.none);
  await screen.findByText("by the hook: nothing");
});

test("the organization page's section shows the plan of the active organization", async () => {
  const { enter, send } = await startShop(
    { organizationAccess: memberAccess() },
    { plugins: [organization()], clientPlugins: [organizationClient()] },
  );
  const ann = await enter("ann");
  const client = ann.client as unknown as OrganizationClient;
  const { data } = await client.organization.create({ name: "Acme", slug: "acme" });
  for (const body of purchaseOf(`org_${data?.id}`)) await send(body);
  const Section = billingUi().organization?.sections?.[0]?.Section ?? (() => null);
  const { container } = ann.show(<Section />, ui);
  await screen.findByText("$29.00 per month");
  await client.organization.setActive({ organizationId: null });
  await waitFor(() => expect(container.textContent).toBe(""));
});
