/** States of the plan section: changes, seats, and cancellation. */

import { fill } from "@latchkey/ui";
import { BillingPage, PlanSection } from "@latchkey/ui/billing";
import {
  changing,
  ending,
  incomplete,
  longest,
  owing,
  plan,
  preview,
  seated,
  seatUsage,
  shrinking,
  trial,
} from "../fixtures/billing.ts";
import { withBilling } from "../fixtures/capabilities.ts";
import { daysFromNow } from "../fixtures/users.ts";
import { errorResponse, type MockResponses, ok, pending } from "../mock-fetch.ts";
import type { State } from "../state.ts";
import type { UserActions } from "../user-actions.ts";

import { amount, errors, having, none, page, providerFailed, readOnly, text, within } from "./billing-parts.tsx";

const plans = within(<PlanSection />);
const cancel = async ({ click }: UserActions): Promise<void> => {
  await click("button", fill(page.plan.actionsOf, { product: "Studio" }));
  await click("menuitem", page.plan.cancel);
};
/** The plan section of an organization. */
const team = { element: <BillingPage referenceId="acme">{<PlanSection />}</BillingPage> };
const withSeats = (changes: Parameters<typeof seatUsage>[0] = {}): MockResponses => ({
  ...having(seated),
  "/billing/seats": ok(seatUsage(changes)),
});
const changeSeats = ({ click }: UserActions): Promise<void> => click("button", page.seats.change);
const typeSeats = async (hand: UserActions, count: string): Promise<void> => {
  await changeSeats(hand);
  await hand.type(page.seats.field, count);
};
const soloPlan = plan({ product: { id: "p-solo", name: "Solo" }, amount: 1900, meters: [] });
const change = ({ click }: UserActions): Promise<void> =>
  click("button", fill(page.plan.changeOf, { product: "Solo" }));
const changeToStudio = async (hand: UserActions): Promise<void> => {
  await change(hand);
  await hand.click("radio", /^Studio/);
};
const submitChange = async (hand: UserActions): Promise<void> => {
  await changeToStudio(hand);
  await hand.see(amount("49.00"));
  await hand.click("button", page.change.submit);
};
const pastDue: MockResponses = {
  ...having(soloPlan),
  "/billing/change-plan": errorResponse(409, "SUBSCRIPTION_PAST_DUE"),
};
const cancelTitle = fill(page.plan.cancelTitle, { product: "Studio" });
export const planStates: readonly State[] = [
  { ...plans, name: "active", expectedText: "Renews on" },
  { ...plans, name: "none", responses: none, expectedText: page.plan.none },
  { ...plans, name: "ending", responses: having(ending), expectedText: page.plan.ending },
  { ...plans, name: "past-due", responses: having(owing), expectedText: page.plan.failed },
  {
    ...plans,
    name: "past-due-without-portal",
    responses: { ...having(owing), ...withBilling({ portal: false }) },
    expectedText: page.plan.failedWithoutPortal,
  },
  { ...plans, name: "pending", responses: having(incomplete), expectedText: text(page.plan.status.incomplete) },
  { ...plans, name: "trial", responses: having(trial), expectedText: "5 days left" },
  {
    ...plans,
    name: "several",
    responses: having(plan(), { ...ending, id: "sub-4" }, { ...trial, id: "sub-3" }),
    expectedText: "5 days left",
  },
  { ...plans, name: "longest-names", responses: having(longest), expectedText: amount("12,345,678.00") },
  { ...plans, name: "read-only", responses: readOnly, expectedText: text(errors.BILLING_REFERENCE_FORBIDDEN) },
  { ...plans, name: "scheduled", responses: having(changing), expectedText: page.change.undo },
  { ...plans, name: "scheduled-seats", responses: having(shrinking), expectedText: "Changes to 3 seats" },
  {
    ...plans,
    name: "undo-failed",
    responses: { ...having(changing), "/billing/undo-change": providerFailed },
    play: ({ click }) => click("button", fill(page.change.undoOf, { product: "Studio" })),
    expectedText: text(errors.BILLING_PROVIDER_FAILED),
  },
  { ...plans, name: "seats-of-user", responses: having(seated), expectedText: "5 seats" },
  { ...team, name: "seats", responses: withSeats(), expectedText: "4 of 5 used" },
  { ...team, name: "seats-full", responses: withSeats({ members: 4 }), expectedText: page.seats.full },
  {
    ...team,
    name: "seats-follow-members",
    responses: { ...withSeats({ mode: "members" }), ...withBilling({ seats: "members" }) },
    expectedText: page.seats.follows,
  },
  {
    ...team,
    name: "seats-without-plan",
    responses: { ...none, "/billing/seats": ok(seatUsage({ paid: 3, members: 2, invitations: 0 })) },
    expectedText: "2 of 3 used",
  },
  { ...team, name: "change-seats", responses: withSeats(), play: changeSeats, expectedText: page.seats.choose },
  {
    ...team,
    name: "change-seats-preview",
    responses: withSeats(),
    play: (hand) => typeSeats(hand, "8"),
    expectedText: amount("49.00"),
  },
  {
    ...team,
    name: "change-seats-too-few",
    responses: withSeats(),
    play: (hand) => typeSeats(hand, "2"),
    expectedText: "at least 3",
  },
  { ...plans, name: "change", responses: having(soloPlan), play: change, expectedText: page.change.choose },
  {
    ...plans,
    name: "change-preview",
    responses: having(soloPlan),
    play: changeToStudio,
    expectedText: amount("49.00"),
  },
  {
    ...plans,
    name: "change-later",
    responses: {
      ...having(soloPlan),
      "/billing/preview-change": ok(preview({ dueNow: 0, effectiveAt: daysFromNow(18), timing: "periodEnd" })),
    },
    play: async (hand) => {
      await changeToStudio(hand);
      await hand.click("radio", new RegExp(`^${page.change.timings.periodEnd}`));
    },
    expectedText: amount("0.00"),
  },
  {
    ...plans,
    name: "change-credit",
    responses: {
      "/billing/preview-change": ok(preview({ dueNow: -1240, nextAmount: 1900, isEstimate: true })),
    },
    play: async (hand) => {
      await hand.click("button", fill(page.plan.changeOf, { product: "Studio" }));
      await hand.click("radio", /^Solo/);
    },
    expectedText: page.change.estimate,
  },
  {
    ...plans,
    name: "change-unknown",
    responses: {
      ...having(soloPlan),
      "/billing/preview-change": ok(preview({ dueNow: null, nextAmount: null })),
    },
    play: changeToStudio,
    expectedText: page.change.unknown,
  },
  {
    ...plans,
    name: "change-loading",
    responses: { ...having(soloPlan), "/billing/preview-change": pending },
    play: changeToStudio,
    expectedText: page.change.dueNow,
  },
  {
    ...plans,
    name: "change-preview-failed",
    responses: { ...having(soloPlan), "/billing/preview-change": providerFailed },
    play: changeToStudio,
    expectedText: text(errors.BILLING_PROVIDER_FAILED),
  },
  {
    ...plans,
    name: "change-failed",
    responses: pastDue,
    play: submitChange,
    expectedText: text(errors.SUBSCRIPTION_PAST_DUE),
  },
  {
    ...plans,
    name: "change-failed-without-portal",
    responses: { ...pastDue, ...withBilling({ portal: false }) },
    play: submitChange,
    expectedText: page.plan.failedWithoutPortal,
  },
  {
    ...plans,
    name: "menu",
    play: ({ click }) => click("button", fill(page.plan.actionsOf, { product: "Studio" })),
    expectedText: page.plan.cancel,
  },
  { ...plans, name: "cancel", play: cancel, expectedText: cancelTitle },
  {
    ...plans,
    name: "cancel-failed",
    responses: { "/billing/cancel-subscription": providerFailed },
    play: async (hand) => {
      await cancel(hand);
      await hand.click("button", page.plan.cancelSubmit);
    },
    expectedText: text(errors.BILLING_PROVIDER_FAILED),
  },
  {
    ...plans,
    name: "resume",
    responses: having(ending),
    play: ({ click }) => click("button", fill(page.plan.resumeOf, { product: "Studio" })),
    expectedText: fill(page.plan.resumeTitle, { product: "Studio" }),
  },
];
