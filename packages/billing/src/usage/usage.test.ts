import { outboxEmpty } from "@latchkey/test-kit";
import { describe, expect, test, vi } from "vitest";
import { startActing } from "../../test/acting.ts";
import { fakeProvider } from "../../test/provider.ts";
import type { UsageEvent } from "../provider/usage.ts";

describe("usage", () => {
  test("is accepted only from the server, and keeps its idempotency key across retries", async () => {
    const keys: string[] = [];
    const provider = fakeProvider({
      ingestUsage: vi.fn(async ([event]: readonly { idempotencyKey: string }[]) => {
        keys.push(event?.idempotencyKey ?? "");
        if (keys.length === 1) throw new Error("down");
      }),
    });
    const { auth, ann, clock, user } = await startActing({ provider });
    expect((await ann.post("/billing/ingest-usage", { referenceId: user.id, name: "render.done" })).status).toBe(404);
    await auth.api.ingestUsage({ body: { referenceId: user.id, name: "render.done", metadata: { frames: 24 } } });
    await vi.waitFor(() => expect(keys).toHaveLength(1), { timeout: 3000 });
    clock.advance(3600);
    await auth.api.deliverOutbox();
    await outboxEmpty(auth);
    expect(keys).toEqual([keys[0], keys[0]]);
    expect(provider.ingestUsage).toHaveBeenLastCalledWith(
      [expect.objectContaining({ externalId: user.id, name: "render.done", metadata: { frames: 24 } })],
      expect.anything(),
    );
  });

  test("is stored as a whole batch and sent in groups, with a key for each event", async () => {
    const sent: UsageEvent[][] = [];
    let isDown = true;
    const provider = fakeProvider({
      ingestUsage: vi.fn(async (events: readonly UsageEvent[]) => {
        if (isDown) throw new Error("down");
        sent.push([...events]);
      }),
    });
    const { auth, ann, clock, user } = await startActing({ provider });
    const event = (at: number) => ({
      referenceId: at % 2 === 0 ? user.id : "org_1",
      name: "render.done",
      metadata: { at },
    });
    const events = Array.from({ length: 250 }, (_, at) => event(at));
    expect((await ann.post("/billing/ingest-usage-batch", { events })).status).toBe(404);
    await expect(
      auth.api.ingestUsageBatch({ body: { events: [event(0), { name: "x" } as never] } }),
    ).rejects.toMatchObject({
      code: "VALIDATION_ERROR",
    });
    await expect(auth.api.ingestUsageBatch({ body: { events: Array(1001).fill(event(0)) } })).rejects.toMatchObject({
      code: "VALIDATION_ERROR",
    });
    await auth.api.ingestUsageBatch({ body: { events } });
    await vi.waitFor(() => expect(provider.ingestUsage).toHaveBeenCalledTimes(3), { timeout: 3000 });
    isDown = false;
    clock.advance(3600);
    await auth.api.deliverOutbox();
    await outboxEmpty(auth);
    expect(sent.map(({ length }) => length).sort()).toEqual([100, 100, 50]);
    const all = sent.flat().sort((a, b) => Number(a.metadata.at) - Number(b.metadata.at));
    expect(all.map(({ externalId, metadata }) => ({ externalId, metadata }))).toEqual(
      events.map(({ referenceId: externalId, metadata }) => ({ externalId, metadata })),
    );
    const keys = provider.ingestUsage.mock.calls.flatMap(([group]) =>
      group.map(({ idempotencyKey }) => idempotencyKey),
    );
    expect([keys.length, new Set(keys).size]).toEqual([500, 250]);
  });
});
