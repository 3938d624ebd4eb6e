import { memoryAdapter, type StatementInfo } from "@latchkey/core/database";
import { openApiDocument } from "@latchkey/core/openapi";
import { organization } from "@latchkey/organization";
import { outboxEmpty } from "@latchkey/test-kit";
import { describe, expect, test } from "vitest";
import { linkCustomer, startBilling } from "../../test/app.ts";
import { fixture, secret } from "../../test/platform.ts";
import { fakeProvider } from "../../test/provider.ts";
import { purchase } from "../../test/purchase.ts";
import { billing } from "../plugin.ts";
import { memberAccess } from "../references/access.ts";
import type { SeatOptions } from "./options.ts";

async function start(seats: SeatOptions, paid: number | null, authOptions: object = {}) {
  const provider = fakeProvider();
  const plugins = [billing({ secret, provider, seats, organizationAccess: memberAccess() }), organization()];
  const app = await startBilling({}, { plugins, ...authOptions });
  const ann = app.browser();
  const { user } = (await ann.signUp("ann@example.com")).body;
  const { id } = (await ann.post<any>("/organization/create", { name: "Acme", slug: "acme" })).body;
  const bought = purchase(`org_${id}`);
  const [customer, event] = bought.events;
  let data = { ...event?.data, status: "active", seats: paid ?? undefined, cancel_at_period_end: false, ends_at: null };
  provider.changeSubscription.mockImplementation(async (change) => {
    data = { ...data, seats: change.seats ?? undefined };
    return [{ type: "subscription.updated", data }];
  });
  if (paid !== null) {
    await app.send(customer as never);
    await app.send({ type: "subscription.updated", data });
  }
  app.clock.advance(1);
  // The helper's type knows only billing.
  const api = app.auth.api as object as { addMember(input: { body: object }): Promise<any> };
  const add = async (email: string) => {
    const { user: other } = (await app.browser().signUp(email)).body;
    return api.addMember({ body: { userId: other.id, organizationId: id, role: "member" } });
  };
  const invite = async (email: string) =>
    (await ann.post<any>("/organization/invite-member", { email, role: "member", organizationId: id })).body;
  const shown = async () => (await ann.get<any>(`/billing/seats?referenceId=${id}`)).body;
  const sent = () => provider.changeSubscription.mock.calls.map(([{ seats: number }]) => number);
  return { ...app, provider, ann, user, id, add, invite, shown, sent, subscriptionId: bought.subscriptionId };
}

describe("seats that follow the members", () => {
  test("are sent after each change to the members", async () => {
    const { add, auth, ann, id, sent, clock, shown } = await start({ mode: "members" }, 1);
    await outboxEmpty(auth);
    expect(sent()).toEqual([]);
    const bob = await add("bob@example.com");
    await outboxEmpty(auth);
    expect(sent()).toEqual([2]);
    clock.advance(1);
    await ann.post("/organization/remove-member", { memberIdOrEmail: bob.id, organizationId: id });
    await outboxEmpty(auth);
    expect(sent()).toEqual([2, 1]);
    expect(await shown()).toEqual({ mode: "members", paid: 1, members: 1, invitations: 0 });
  });

  test("end with the right number even if members join while a number is being sent", async () => {
    const { add, auth, sent, provider, clock } = await start({ mode: "members" }, 1);
    const implementation = provider.changeSubscription.getMockImplementation();
    let late: Promise<unknown> | undefined;
    provider.changeSubscription.mockImplementation(async (change, call) => {
      late ??= add("cleo@example.com");
      await late;
      clock.advance(1);
      return implementation?.(change, call) ?? [];
    });
    await add("bob@example.com");
    await outboxEmpty(auth);
    expect(sent().at(-1)).toBe(3);
  });

  test("can't be changed manually, and a subscription that starts with another number is corrected", async () => {
    const { auth, ann, id, sent, subscriptionId } = await start({ mode: "members" }, 9);
    await outboxEmpty(auth);
    expect(sent()).toEqual([1]);
    const change = { subscriptionId, seats: 3, referenceId: id };
    expect((await ann.post("/billing/change-plan", change)).body.code).toBe("CHANGE_NOT_ALLOWED");
  });
});

describe("a fixed number of seats", () => {
  test("limits members and invitations", async () => {
    const { add, invite, shown, ann, id, subscriptionId } = await start({ mode: "fixed" }, 3);
    await add("bob@example.com");
    expect((await invite("cleo@example.com")).code).toBeUndefined();
    expect((await invite("dan@example.com")).code).toBe("SEAT_LIMIT_REACHED");
    expect(await shown()).toEqual({ mode: "fixed", paid: 3, members: 2, invitations: 1 });
    await add("eve@example.com");
    await expect(add("fred@example.com")).rejects.toMatchObject({ code: "SEAT_LIMIT_REACHED" });
    const change = { subscriptionId, seats: 2, referenceId: id };
    expect((await ann.post("/billing/change-plan", change)).body.code).toBe("SEATS_TAKEN");
  });

  test("holds under concurrent invitations and additions", async () => {
    const { add, invite } = await start({ mode: "fixed" }, 3);
    const people = ["bob", "cleo", "dan", "eve"].map((name) => `${name}@example.com`);
    const invited = await Promise.all(people.map(async (email) => (await invite(email)).code));
    expect(invited.filter((code) => code === undefined)).toHaveLength(2);
    const added = await Promise.allSettled(people.map((email) => add(`x-${email}`)));
    expect(added.filter(({ status }) => status === "fulfilled")).toHaveLength(2);
  });

  test("comes from the option if there's no plan", async () => {
    const { add, invite } = await start({ mode: "fixed", withoutPlan: 2 }, null);
    await add("bob@example.com");
    expect((await invite("cleo@example.com")).code).toBe("SEAT_LIMIT_REACHED");
    const free = await start({ mode: "fixed" }, null);
    await free.add("bob@example.com");
    expect((await free.invite("cleo@example.com")).code).toBeUndefined();
  });

  test("the API document says which calls fail when all seats are taken", async () => {
    const { auth } = await start({ mode: "fixed" }, 3);
    const { paths } = openApiDocument(auth);
    const calls = Object.keys(paths).filter((path) => JSON.stringify(paths[path]).includes("SEAT_LIMIT_REACHED"));
    expect(calls.sort()).toEqual(["/organization/accept-invitation", "/organization/invite-member"]);
  });

  test("options are checked", () => {
    expect(() => billing({ secret, seats: { mode: "members" } })).toThrow("billing.seats.mode");
    expect(() => billing({ secret, seats: { mode: "fixed", withoutPlan: 0 } })).toThrow("billing.seats.withoutPlan");
  });
});

/** Each count includes the one query of the app's own check, `memberAccess()`. */
describe("an organization's call sends the queries that it declares", () => {
  async function startCounting() {
    const statements: StatementInfo[] = [];
    const database = memoryAdapter({ onStatement: (statement) => void statements.push(statement) });
    const app = await start({ mode: "fixed" }, null, { database });
    await outboxEmpty(app.auth);
    const counted = () => statements.filter(({ kind, table }) => kind !== "transaction" && table !== "audit").length;
    const reset = () => void statements.splice(0);
    return { ...app, counted, reset };
  }

  test("when it reads its seats", async () => {
    const { auth, db, send, id, shown, counted, reset } = await startCounting();
    const { customerId, events } = purchase(null);
    const [customer, event] = events;
    await send(customer as never);
    const running = { status: "active", seats: 3, cancel_at_period_end: false, ends_at: null };
    await send({ type: "subscription.updated", data: { ...event?.data, ...running } });
    await linkCustomer(db, `org_${id}`, customerId);
    reset();
    expect(await shown()).toEqual({ mode: "fixed", paid: 3, members: 1, invitations: 0 });
    expect(counted()).toBe(auth.$context.extensions.endpoints.getSeats?.queryBudget);
  });

  test("when it buys seats with a discount", async () => {
    const { auth, ann, send, id, provider, counted, reset } = await startCounting();
    const product = fixture("product.created-metered");
    const [price] = product.data.prices;
    const tiers = [{ min_seats: 1, max_seats: null, price_per_seat: 500 }];
    const seatPrice = { ...price, amount_type: "seat_based", price_currency: "usd", seat_tiers: { tiers } };
    await send({ ...product, data: { ...product.data, prices: [seatPrice] } });
    await send(fixture("order.paid-subscription-create"));
    const body = {
      productIds: [product.data.id],
      answers: { company: "Acme" },
      discountCode: "YEAR1",
      referenceId: id,
    };
    reset();
    expect((await ann.post("/billing/checkout", body)).status).toBe(200);
    expect(provider.createCheckout).toHaveBeenCalledWith(expect.objectContaining({ seats: 1 }), expect.anything());
    expect(counted()).toBe((auth.$context.extensions.endpoints.createCheckout?.queryBudget ?? 0) + 1);
  });
});
