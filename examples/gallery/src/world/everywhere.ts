/** What the server says where a state does not say otherwise: Ann is signed in, and everything is there. */

import type { AuditRecord } from "@latchkey/admin";
import { type Answers, ok, type Wire } from "../stand-in.ts";
import * as shop from "./billing.ts";
import * as acme from "./organization.ts";
import { accounts, ann, banned, bob, cleo, daysFromNow, own, sessions, signedIn } from "./people.ts";

const done = ok({ status: true, success: true });

const what = [
  { action: "session.create", actorId: ann.id, onBehalfOf: null, userId: ann.id },
  { action: "admin.user.ban", actorId: ann.id, onBehalfOf: null, userId: banned.id },
  { action: "user.update", actorId: bob.id, onBehalfOf: ann.id, userId: bob.id },
  { action: "admin.user.remove", actorId: null, onBehalfOf: null, userId: "4f8c1d2e-gone" },
];
const from = { organizationId: null, ipAddress: "192.0.2.17", userAgent: own.userAgent, data: {} };
const audit: readonly Wire<AuditRecord>[] = what.map((record, at) => ({
  ...record,
  ...from,
  id: `audit-${at}`,
  createdAt: daysFromNow(-at),
}));

const named = ({ id, name, email }: typeof ann) => [id, { name, email }] as const;
const people = Object.fromEntries([ann, bob, cleo, banned].map(named));

export const everywhere: Answers = {
  "/get-session": ok(signedIn()),
  "/list-sessions": ok(sessions),
  "/list-accounts": ok(accounts),
  "/revoke-session": done,
  "/revoke-other-sessions": done,
  "/update-user": done,
  "/change-password": done,
  "/change-email": done,
  "/send-verification-email": done,
  "/verify-password": done,
  "/forget-password": done,
  "/reset-password": done,
  "/two-factor/list-trusted-devices": ok([]),
  "/organization/get-full-organization": ok(acme.full()),
  "/organization/get-active-member": ok(acme.members[0]),
  "/organization/get-active-member-role": ok({ role: "owner" }),
  "/organization/list": ok(acme.organizations),
  "/organization/list-members": ok(acme.page(acme.members)),
  "/organization/list-invitations": ok(acme.invitations),
  "/organization/list-user-invitations": ok(acme.offers),
  "/organization/get-invitation": ok(acme.offer),
  "/organization/list-user-teams": ok([acme.teams[0]]),
  "/organization/list-team-members": ok(acme.teamMembers),
  "/organization/list-roles": ok(acme.roles),
  "/organization/has-permission": ok({ error: null, success: false }),
  "/organization/check-slug": ok({ status: true }),
  "/organization/set-active": ok(acme.full()),
  "/admin/list-users": ok({ users: [ann, bob, banned, cleo], total: 4, nextCursor: null }),
  "/admin/get-user": ok(cleo),
  "/admin/list-user-sessions": ok({ sessions: sessions.slice(1) }),
  "/admin/list-audit": ok({ records: audit, people, nextCursor: null }),
  "/billing/products": ok(shop.products),
  "/billing/customer-state": ok(shop.state([shop.plan()])),
  "/billing/subscriptions": ok({ subscriptions: [shop.plan()], total: 1 }),
  "/billing/orders": ok({ orders: shop.orders, total: shop.orders.length }),
  "/billing/seller/products": ok({ products: shop.sold, total: shop.sold.length, nextCursor: null }),
  "/billing/seller/customers": ok({ customers: shop.customers, total: 2, nextCursor: null }),
  "/billing/seller/subscriptions": ok({ subscriptions: shop.subscriptions, total: 2, nextCursor: null }),
  "/billing/seller/deliveries": ok({ deliveries: shop.deliveries, nextCursor: null }),
};

/** Nobody is signed in. */
export const signedOut: Answers = { "/get-session": ok(null) };
/** Somebody else than Ann is. */
export const as = (who: object): Answers => ({ "/get-session": ok(signedIn(who)) });
