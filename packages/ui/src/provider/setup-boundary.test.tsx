// @vitest-environment jsdom

import { useAuthClient } from "@latchkey/react";
import { screen } from "@testing-library/react";
import type { ReactElement } from "react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { startSite, type Visit, watchScreens } from "../../test/site.tsx";
import { AccountSecurity } from "../account/security.tsx";
import { BillingPage } from "../billing/page/billing-page.tsx";
import { billingUi } from "../billing/plugin.tsx";
import { PricingTable } from "../billing/pricing/pricing-table.tsx";
import { AcceptInvitation } from "../organization/invitations/accept-invitation.tsx";
import { organizationUi } from "../organization/plugin.tsx";
import { OrganizationSwitcher } from "../organization/switcher/organization-switcher.tsx";
import { OwnOrganizations } from "../organization/switcher/own-organizations.tsx";
import { en } from "../texts/en.ts";
import { twoFactorUi } from "../two-factor/plugin.tsx";
import { TwoFactorStep } from "../two-factor/two-factor-step.tsx";
import { SetupBoundary } from "./setup-boundary.tsx";

watchScreens();

beforeEach(() => {
  // React logs errors that a boundary catches, and `watchScreens` fails tests with logged errors.
  vi.spyOn(console, "error").mockImplementation(() => {});
});
afterEach(() => vi.unstubAllEnvs());

async function visitAsAnn(): Promise<Visit> {
  const visit = (await startSite()).visit();
  await visit.browser.signUp("ann@example.com");
  return visit;
}

const billing = 'import { billingClient } from "@latchkey/billing/client";';
const organization = 'import { organizationClient } from "@latchkey/organization/client";';
const twoFactor = 'import { twoFactorClient } from "@latchkey/two-factor/client";';

const plugins = [billingUi(), organizationUi(), twoFactorUi()];

const cases: readonly (readonly [string, ReactElement, string])[] = [
  ["BillingPage", <BillingPage key="1" />, billing],
  ["PricingTable", <PricingTable key="2" />, billing],
  ["OrganizationSwitcher", <OrganizationSwitcher key="3" />, organization],
  ["OwnOrganizations", <OwnOrganizations key="4" />, organization],
  ["AcceptInvitation", <AcceptInvitation key="6" search="?id=1" />, organization],
  ["TwoFactorStep", <TwoFactorStep key="5" />, twoFactor],
];

function Page(): ReactElement {
  return <p>{useAuthClient().useSession().data ? "the page of Ann" : "the page"}</p>;
}

describe.each(cases)("%s without its client plugin", (_, element, statement) => {
  const page = (
    <>
      <Page />
      {element}
    </>
  );

  test("names the missing import in development, and keeps the rest of the page", async () => {
    (await visitAsAnn()).show(page, { plugins });
    await screen.findByText(statement);
    await screen.findByText("the page of Ann");
  });

  test("renders nothing in production", async () => {
    vi.stubEnv("NODE_ENV", "production");
    const visit = await visitAsAnn();
    visit.show(page, { plugins });
    await screen.findByText("the page of Ann");
    expect(screen.queryByRole("alert")).toBeNull();
  });
});

test("a UI plugin without its client plugin doesn't blank the account page", async () => {
  (await visitAsAnn()).show(<AccountSecurity />, { plugins });
  expect(await screen.findAllByText(twoFactor)).toHaveLength(2);
  screen.getByRole("heading", { name: en.security.title });
});

test("a missing UI plugin shows an error", async () => {
  (await visitAsAnn()).show(<PricingTable />);
  await screen.findByRole("alert");
});

function Broken(): ReactElement {
  useAuthClient();
  throw new Error("a bug");
}

test("other errors aren't caught", async () => {
  const visit = await visitAsAnn();
  expect(() =>
    visit.show(
      <SetupBoundary>
        <Broken />
      </SetupBoundary>,
    ),
  ).toThrow("a bug");
});
