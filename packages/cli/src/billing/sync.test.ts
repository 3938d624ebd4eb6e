import { type BillingProvider, billing } from "@latchkey/billing";
import { startAuth } from "@latchkey/test-kit";
import { expect, test } from "vitest";
import { progressLine, summaryLine } from "./progress.ts";
import { runSync } from "./run-sync.ts";
import type { SyncProgress } from "./sync-protocol.ts";

const product = (id: string) => ({ type: "product.updated", data: { id, name: id, organization_id: "seller" } });

const provider = {
  name: "test",
  syncResources: ["products", "customers"],
  async listPage({ resource, cursor }: { readonly resource: string; readonly cursor: string | null }) {
    if (resource === "customers") return { entities: [], next: null, total: 0 };
    if (cursor === null) return { entities: [product("a"), product("b")], next: "2", total: 3 };
    return { entities: [product("c")], next: null, total: 3 };
  },
} as Pick<BillingProvider, "name" | "syncResources" | "listPage"> as BillingProvider;

test("billing sync reads page after page and shows the progress", async () => {
  const secret = "whsec_CzBVep/E6Q4zWH2ix+wRNluApcrvFDleg6jN8hc8YYY=";
  const { auth } = await startAuth({ plugins: [billing({ secret, provider })] });
  const lines: (string | null)[] = [];
  let last: SyncProgress | null = null;
  await runSync(auth, false, (progress) => {
    lines.push(progressLine(progress, last));
    last = progress;
  });
  expect(lines).toEqual(["products   [#############-------] 2 of 3", "products   [####################] 3 of 3", null]);
  expect(last && summaryLine(last)).toBe("Read 3 objects. 3 were new or updated.");
});

test("billing sync says what's missing in an app without a provider", async () => {
  const { auth } = await startAuth();
  await expect(runSync(auth, false, () => {})).rejects.toThrow("billing({ provider })");
});
