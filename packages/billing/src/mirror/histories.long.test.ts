import { databases, type TestDatabase } from "@latchkey/test-kit/databases";
import { afterEach, describe, expect, test } from "vitest";
import { comparableMirrorOf, startBilling } from "../../test/app.ts";
import { type History, history } from "../../test/history.ts";
import type { Body } from "../../test/platform.ts";
import { type Random, seeded } from "../../test/random.ts";
import { grantTable } from "../benefits/table.ts";
import { customerTable } from "../customers/table.ts";
import { deliveryTable } from "../deliveries/table.ts";
import { orderTable } from "../orders/table.ts";
import { subscriptionTable } from "../subscriptions/table.ts";

/**
 * The number of histories is 1000 on SQLite. PostgreSQL and MariaDB are slower, so they run `BILLING_HISTORIES`, 60 by
 * default.
 */
const elsewhere = Number(process.env.BILLING_HISTORIES ?? 60);
const numbers: Readonly<Record<string, number>> = {
  sqlite: 1000,
  memory: 100,
  postgres: elsewhere,
  mariadb: elsewhere,
};
const kinds = databases
  .filter(({ name }) => name in numbers)
  .map((kind) => ({ ...kind, count: numbers[kind.name] ?? 0 }));

let opened: TestDatabase | undefined;
afterEach(() => opened?.close());

interface Sent {
  readonly id: string;
  readonly body: Body;
}

/** Delivers in random order. About a third of the events arrive more than once, sometimes at the same time. */
function delivered(events: readonly Sent[], random: Random): Sent[][] {
  const doubled = events.flatMap((one) =>
    Array.from({ length: random.chance(0.3) ? 2 + random.below(2) : 1 }, () => one),
  );
  const batches: Sent[][] = [];
  let rest = random.shuffled(doubled);
  while (rest.length > 0) {
    const size = random.chance(0.5) ? 1 : 2 + random.below(6);
    batches.push(rest.slice(0, size));
    rest = rest.slice(size);
  }
  return batches;
}

describe.each(kinds)("$count histories on $name", ({ count, open }) => {
  test("end in the same state in any order, with duplicates, and in parallel", async () => {
    const random = seeded(7);
    const histories: History[] = Array.from({ length: count }, (_, at) => history(`h${at}`, random));
    const events = histories.map(({ events }, at) => events.map((body, number) => ({ id: `h${at}-${number}`, body })));

    const inOrder = await startBilling();
    for (const { id, body } of events.flat()) expect((await inOrder.send(body, { id })).status).toBe(200);

    opened = await open();
    const mixed = await startBilling({}, { database: opened.database });
    for (const own of events) {
      for (const batch of delivered(own, random)) {
        const replies = await Promise.all(batch.map(({ id, body }) => mixed.send(body, { id })));
        expect(replies.map(({ status }) => status)).toEqual(batch.map(() => 200));
      }
    }

    for (const { end } of histories) {
      expect(await inOrder.db.findOne(subscriptionTable, { where: { id: end.subscription.id } })).toMatchObject(
        end.subscription,
      );
      if (end.order)
        expect(await inOrder.db.findOne(orderTable, { where: { id: end.order.id } })).toMatchObject(end.order);
      const grant = await inOrder.db.findOne(grantTable, { where: { id: end.grant.id } });
      expect(grant?.isGranted ?? false).toBe(end.grant.isGranted);
      const customer = await inOrder.db.findOne(customerTable, { where: { id: end.customer.id } });
      expect(customer?.deletedAt !== null).toBe(end.customer.isDeleted);
    }
    expect(await mixed.db.count(deliveryTable, {})).toBe(events.flat().length);
    expect(await comparableMirrorOf(mixed.db)).toEqual(await comparableMirrorOf(inOrder.db));
    const illegal = await inOrder.db.findMany(deliveryTable, { columns: ["id", "illegal"], limit: 100_000 });
    expect(illegal.flatMap((row) => row.illegal)).toEqual([]);
  }, 600_000);
});
