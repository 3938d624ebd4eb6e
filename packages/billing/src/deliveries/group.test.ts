import { memoryAdapter, type StatementInfo } from "@latchkey/core/database";
import { describe, expect, test } from "vitest";
import { comparableMirrorOf, startBilling } from "../../test/app.ts";
import { type Body, fixture, fixtureNames } from "../../test/platform.ts";
import { purchase } from "../../test/purchase.ts";
import { deliveryTable, handlerTable } from "./table.ts";

async function start(options: object = {}) {
  const statements: StatementInfo[] = [];
  const database = memoryAdapter({ onStatement: (statement) => void statements.push(statement) });
  const app = await startBilling(options, { database });
  statements.length = 0;
  const sendAll = (bodies: readonly Body[]) =>
    Promise.all(bodies.map((body, at) => app.send(body, { id: `msg_${at}` }).then(({ status }) => status)));
  return { ...app, statements, sendAll };
}

function customers(count: number): Body[] {
  const { data, ...event } = fixture("customer.updated");
  return Array.from({ length: count }, (_, at) => ({ ...event, data: { ...data, id: `customer-${at}` } }));
}

describe("deliveries that arrive at the same time", () => {
  test("are recorded together, and each is stored before its response", async () => {
    const { statements, send, db } = await start({ webhooks: { onEvent: () => {} } });
    const found = await Promise.all(
      customers(12).map(async (body, at) => {
        expect((await send(body, { id: `msg_${at}` })).status).toBe(200);
        return db.count(deliveryTable, { where: { id: `msg_${at}`, outcome: "applied" } });
      }),
    );
    expect(found).toEqual(Array(12).fill(1));
    expect(await db.count(handlerTable, { where: { state: "done" } })).toBe(12);
    const inserts = statements.filter(({ table }) => table === "billingDelivery").length;
    // This excludes the test's own counts. Far fewer statements remain than one for each delivery.
    expect(inserts - found.length).toBeLessThan(6);
  });

  test("end in the same state as one by one, with the same statuses", async () => {
    const bodies = [
      ...fixtureNames().map(fixture),
      ...["a", "b", "c"].flatMap((name) => purchase(`user-${name}`, name).events),
      { type: "later.event", data: {} },
      { type: "customer.updated", data: { id: 5 } },
    ];
    const [together, alone] = [await start(), await start()];
    const statuses = await together.sendAll(bodies);
    const expected: number[] = [];
    for (const [at, body] of bodies.entries()) expected.push((await alone.send(body, { id: `msg_${at}` })).status);
    expect(statuses).toEqual(expected);
    expect(await comparableMirrorOf(together.db)).toEqual(await comparableMirrorOf(alone.db));
    const ids = async ({ db }: typeof alone) =>
      (await db.findMany(deliveryTable, { orderBy: [{ column: "id" }], limit: 500 })).map(({ id }) => id);
    expect(await ids(together)).toEqual(await ids(alone));
  });

  test("don't wait long for others that are waiting for a lock", async () => {
    let release = (): void => {};
    const lock = new Promise<void>((resolve) => {
      release = resolve;
    });
    const adapter = memoryAdapter();
    const database: typeof adapter = {
      ...adapter,
      connect(schema) {
        const db = adapter.connect(schema);
        let transactions = 0;
        const transaction: typeof db.transaction = async (work) => {
          if (isStarted && transactions++ === 0) await lock;
          return db.transaction(work);
        };
        return { ...db, transaction };
      },
    };
    let isStarted = false;
    const { send } = await startBilling({}, { database });
    isStarted = true;
    const [first, second] = customers(2) as [Body, Body];
    const blocked = send(first);
    expect((await send(second)).status).toBe(200);
    release();
    expect((await blocked).status).toBe(200);
  });

  test("don't fail because another one was already recorded or is sent twice", async () => {
    const { sendAll, send, db, auth } = await start();
    const bodies = customers(10);
    await send(bodies[4] as Body, { id: "msg_4" });
    expect(new Set(await sendAll([...bodies, ...bodies]))).toEqual(new Set([200]));
    expect(await db.count(deliveryTable, {})).toBe(20);
    const twice = await Promise.all([0, 1, 2, 3].map(() => send(bodies[0] as Body, { id: "twice" })));
    expect(twice.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(await db.count(deliveryTable, { where: { id: "twice" } })).toBe(1);
    await auth.api.rebuildBilling();
    expect((await comparableMirrorOf(db)).billingCustomer).toHaveLength(10);
  });
});
