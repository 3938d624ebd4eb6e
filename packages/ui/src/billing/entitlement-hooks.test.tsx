// @vitest-environment jsdom

/** Tests `useBenefit` and `useLimit` from `@latchkey/billing/react` with the real client and server. */

import { memberAccess } from "@latchkey/billing";
import { type EntitlementsClient, useBenefit, useLimit } from "@latchkey/billing/react";
import { organization } from "@latchkey/organization";
import { organizationClient } from "@latchkey/organization/client";
import { act, screen } from "@testing-library/react";
import { type ReactElement, useState } from "react";
import { expect, test } from "vitest";
import { fixture, purchaseOf, startShop, ui } from "../../test/billing.tsx";
import { watchScreens } from "../../test/site.tsx";
import type { OrganizationClient } from "../organization/client.ts";
import { useBillingClient } from "./client.ts";

watchScreens();

const plan: string = fixture("subscription.updated-metered").data.product_id;
const entitlements = {
  free: { limits: { projects: 2 } },
  plans: { [plan]: { benefits: ["sso"], limits: { projects: 20, members: "unlimited" as const } } },
};

/** Shows the hooks' results for the user or for `referenceId`. */
function Entitlements({ referenceId }: { readonly referenceId?: string | undefined }): ReactElement {
  const client = useBillingClient() as unknown as EntitlementsClient;
  const benefit = useBenefit(client, "sso", { referenceId });
  const projects = useLimit(client, "projects", { used: 2, referenceId });
  const members = useLimit(client, "members", { used: 99, referenceId });
  const unknown = useLimit(client, "toString", { used: 0, referenceId });
  if (benefit.isPending) return <p>pending</p>;
  if (benefit.error !== null) return <p>{`error ${benefit.error} ${benefit.data} ${projects.data}`}</p>;
  return <p>{JSON.stringify([benefit.data, projects.data, members.data, unknown.data])}</p>;
}

/** Lets the test choose between the user and the organization. */
function Chooser({ organizationId }: { readonly organizationId: string }): ReactElement {
  const [referenceId, setReferenceId] = useState<string | undefined>(organizationId);
  return (
    <>
      <button type="button" onClick={() => setReferenceId(undefined)}>
        own
      </button>
      <button type="button" onClick={() => setReferenceId(organizationId)}>
        organization
      </button>
      <Entitlements referenceId={referenceId} />
    </>
  );
}

const none = { allowed: false, limit: 0, remaining: 0 };
const free = JSON.stringify([false, { allowed: false, limit: 2, remaining: 0 }, none, none]);
const paid = JSON.stringify([
  true,
  { allowed: true, limit: 20, remaining: 18 },
  { allowed: true, limit: null, remaining: null },
  none,
]);

async function start() {
  const shop = await startShop(
    { organizationAccess: memberAccess(), entitlements },
    { plugins: [organization()], clientPlugins: [organizationClient()] },
  );
  const ann = await shop.enter("ann");
  const client = ann.client as unknown as OrganizationClient;
  const { data } = await client.organization.create({ name: "Acme", slug: "acme" });
  return { ...shop, ann, client, organizationId: data?.id ?? "" };
}

test("without referenceId, the hooks read the user's own plan, and reload it after calls that change something", async () => {
  const { ann, send, client } = await start();
  ann.show(<Entitlements />, ui);
  expect(screen.getByText("pending")).toBeDefined();
  await screen.findByText(free);
  for (const body of purchaseOf(ann.userId)) await send(body);
  await act(() => client.organization.setActive({ organizationId: null }));
  await screen.findByText(paid);
});

test("with referenceId, the hooks read the organization's plan, and read again if referenceId changes", async () => {
  const { ann, send, organizationId, client } = await start();
  for (const body of purchaseOf(`org_${organizationId}`)) await send(body);
  ann.show(<Chooser organizationId={organizationId} />, ui);
  await screen.findByText(paid);
  // The organization has a plan, but the user doesn't.
  await act(async () => screen.getByText("own").click());
  await screen.findByText(free);
  await act(async () => screen.getByText("organization").click());
  expect(screen.queryByText(free)).toBeNull();
  await screen.findByText(paid);
  // The end of a plan shows after the next call that changes something.
  const [, , ended] = purchaseOf(`org_${organizationId}`, {
    status: "canceled",
    ended_at: "2125-01-01T00:00:00Z",
    modified_at: "2125-01-01T00:00:00Z",
  });
  if (ended) await send(ended);
  await act(() => client.organization.setActive({ organizationId: null }));
  await screen.findByText(free);
});

test("another organization's referenceId causes an error, and none of its data is shown", async () => {
  const { ann } = await start();
  ann.show(<Entitlements referenceId="another" />, ui);
  await screen.findByText("error BILLING_REFERENCE_FORBIDDEN null null");
});
