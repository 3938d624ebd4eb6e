import { type Capabilities, memoryAdapter } from "@latchkey/core";
import { type AuthContext, userTable } from "@latchkey/core/plugin";
import { expect, test } from "vitest";
import { startBilling } from "../../test/app.ts";
import type { AccessRequest } from "./access.ts";

async function start(options: object = {}, authOptions: object = {}) {
  const app = await startBilling(options, authOptions);
  const ann = app.browser();
  const { user } = (await ann.signUp("ann@example.com")).body;
  const access = async (query = "") => {
    const { status, body } = await ann.get(`/billing/access${query}`);
    return [status, body];
  };
  return { ...app, ann, user, access };
}

test("users can read and manage their own billing", async () => {
  const { access, user, browser } = await start();
  expect(await access()).toEqual([200, { read: true, manage: true }]);
  expect(await access(`?referenceId=${user.id}`)).toEqual([200, { read: true, manage: true }]);
  expect((await browser().get("/billing/access")).status).toBe(401);
});

test("the app decides who has access to organizations, and missing organizations and other users get the same response", async () => {
  const organizationAccess = ({ organizationId, action }: AccessRequest): boolean =>
    organizationId === "acme" && action === "read";
  const { access, browser } = await start({ organizationAccess });
  const other = (await browser().signUp("bob@example.com")).body.user.id;
  for (const id of ["acme", "org_acme"])
    expect(await access(`?referenceId=${id}`)).toEqual([200, { read: true, manage: false }]);
  for (const id of ["other", "org_none", other])
    expect(await access(`?referenceId=${id}`)).toEqual([200, { read: false, manage: false }]);
  const broken = await start({
    organizationAccess: () => {
      throw new Error("the app's own");
    },
  });
  expect((await broken.access("?referenceId=acme"))[0]).toBe(500);
});

test("the capabilities say who can have billing and whether they can buy", async () => {
  const partOf = async (options: object) => {
    const { auth } = await start(options);
    return ((await auth.api.capabilities()) as Capabilities).plugins.billing;
  };
  const none = { checkout: false, guestCheckout: false, portal: false, references: ["user"] };
  expect(await partOf({})).toEqual({ ...none, changeTimings: [], seats: null, linkCustomers: false });
  const provider = { name: "none" };
  expect(await partOf({ provider, organizationAccess: () => false })).toEqual({
    checkout: true,
    guestCheckout: false,
    portal: true,
    references: ["user", "organization"],
    changeTimings: ["now", "periodEnd"],
    seats: null,
    linkCustomers: true,
  });
});

test("reading the access sends one query, plus those of the app's own check", async () => {
  const statements: unknown[] = [];
  const database = memoryAdapter({ onStatement: (statement) => void statements.push(statement) });
  const organizationAccess = async (_: AccessRequest, { db }: AuthContext): Promise<boolean> =>
    (await db.count(userTable, {})) > 0;
  const { access, auth } = await start({ organizationAccess }, { database });
  statements.length = 0;
  expect(await access("?referenceId=acme")).toEqual([200, { read: true, manage: true }]);
  expect(statements.length).toBe(auth.$context.extensions.endpoints.getBillingAccess?.queryBudget);
});
