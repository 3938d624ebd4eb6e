import { expect, test } from "vitest";
import { mirrorOf, startBilling } from "../../test/app.ts";
import { type Body, fixture } from "../../test/platform.ts";
import { type Random, seeded } from "../../test/random.ts";
import { customerTable } from "../customers/table.ts";
import { balanceTable } from "../meters/table.ts";
import { subscriptionTable } from "../subscriptions/table.ts";

const templates = {
  subscription: fixture("subscription.updated-metered").data,
  state: fixture("customer.state_changed").data,
  deleted: fixture("customer.deleted").data,
};

/** A history of one customer whose entities keep their `modified_at`, as they do when only the usage changes. */
interface Tied {
  /** Events of one list arrive in this order. Those of different lists can arrive in any order. */
  readonly queues: readonly (readonly Body[])[];
  readonly end: { readonly amount: number; readonly balance: number; readonly isDeleted: boolean };
}

/**
 * Without event times, the events of one list have to arrive in order. With them, they can arrive in any order.
 * @param hasTimes whether the events say when they happened
 */
function tied(name: string, random: Random, hasTimes: boolean): Tied {
  const customer = { ...templates.state, id: `${name}-cus`, external_id: name, modified_at: null, deleted_at: null };
  const subscription = { ...templates.subscription, id: `${name}-sub`, customer_id: customer.id, customer };
  const [meter] = templates.state.active_meters;
  let second = 0;
  const at = () => (hasTimes ? { timestamp: new Date(1_760_000_000_000 + second++ * 1000).toISOString() } : {});
  let [amount, balance] = [0, 0];
  const [usage, states, deletions]: [Body[], Body[], Body[]] = [[], [], []];
  for (let step = 0; step < 3 + random.below(6); step++) {
    amount = random.below(1000);
    usage.push({ type: "subscription.updated", ...at(), data: { ...subscription, amount } });
    balance = random.below(1000);
    const active_meters = [{ ...meter, id: `${name}-bal`, balance }];
    const lists = { active_subscriptions: [], granted_benefits: [], active_meters };
    states.push({ type: "customer.state_changed", ...at(), data: { ...customer, ...lists } });
  }
  const isDeleted = random.chance(0.5);
  // Polar leaves `modified_at` empty for a customer that was never changed.
  const gone = { ...templates.deleted, id: customer.id, modified_at: null };
  if (isDeleted) deletions.push({ type: "customer.deleted", ...at(), data: gone });
  const queues = [usage, states, deletions];
  return {
    queues: hasTimes ? queues.flatMap((queue) => queue.map((one) => [one])) : queues,
    end: { amount, balance, isDeleted },
  };
}

/** An order of arrival that keeps the order of each queue. Some events arrive more than once. */
function arrivals(name: string, queues: Tied["queues"], random: Random): { id: string; body: Body }[] {
  const waiting = queues.map((queue, number) => queue.map((body, at) => ({ id: `${name}-${number}-${at}`, body })));
  const sent: { id: string; body: Body }[] = [];
  for (let open = waiting.filter(({ length }) => length > 0); open.length > 0; ) {
    sent.push(random.pick(open).shift() as { id: string; body: Body });
    if (random.chance(0.3)) sent.push(random.pick(sent));
    open = waiting.filter(({ length }) => length > 0);
  }
  return sent;
}

test.each([true, false])(
  "C4: 500 histories with equal modification times end in the same state in any order of arrival (events have times: %s)",
  async (hasTimes) => {
    const random = seeded(hasTimes ? 11 : 12);
    const { send, db, auth } = await startBilling();
    const histories = Array.from({ length: 500 }, (_, at) => tied(`t${at}`, random, hasTimes));
    for (const [at, { queues }] of histories.entries()) {
      for (const { id, body } of arrivals(`t${at}`, queues, random)) {
        const { status } = await send(body, { id });
        if (status !== 200) expect([body.type, status]).toEqual([body.type, 200]);
      }
    }
    const read = async () => {
      const subscriptions = new Map(
        (await db.findMany(subscriptionTable, { limit: 1000 })).map((row) => [row.id, row]),
      );
      const balances = new Map((await db.findMany(balanceTable, { limit: 1000 })).map((row) => [row.id, row]));
      const customers = new Map((await db.findMany(customerTable, { limit: 1000 })).map((row) => [row.id, row]));
      return histories.map((_, at) => ({
        amount: subscriptions.get(`t${at}-sub`)?.amount,
        balance: balances.get(`t${at}-bal`)?.balance,
        isDeleted: customers.get(`t${at}-cus`)?.deletedAt !== null,
      }));
    };
    expect(await read()).toEqual(histories.map(({ end }) => end));
    const before = await mirrorOf(db);
    await auth.api.rebuildBilling();
    expect(await mirrorOf(db)).toEqual(before);
  },
);

test("C4: with the same modification time, a fetched entity replaces earlier events' data, but not later events'", async () => {
  const { send, db, auth, clock } = await startBilling();
  const at = (amount: number, seconds: number) => ({
    type: "subscription.updated",
    timestamp: new Date(clock.now().getTime() + 1000 * seconds).toISOString(),
    data: { ...templates.subscription, amount },
  });
  const amount = async () => (await db.findMany(subscriptionTable, { limit: 9 }))[0]?.amount;
  await send(at(1, -20));
  const fetched = { type: "subscription.updated", data: { ...templates.subscription, amount: 2 } } as const;
  await auth.api.reconcileBilling({ body: { snapshots: [fetched], fetchedAt: clock.now() } });
  expect(await amount()).toBe(2);
  await send(at(3, -10));
  expect(await amount()).toBe(2);
  await send(at(4, 10));
  expect(await amount()).toBe(4);
});
