import { defineTable, type Row } from "@latchkey/core/database";
import { definePlugin, defineUntypedEndpoint } from "@latchkey/core/plugin";
import { expect, test } from "vitest";
import { startBilling } from "../test/app.ts";
import { secret } from "../test/platform.ts";
import { requireBenefit, requireSubscription } from "./guards.ts";
import { billing } from "./plugin.ts";
import { memberAccess } from "./references/access.ts";

const text = { type: "string" } as const;
const member = defineTable<Row & { userId: string; organizationId: string; role: string; suspendedAt: Date | null }>({
  name: "member",
  columns: { userId: text, organizationId: text, role: text, suspendedAt: { type: "date", nullable: true } },
});

const paid = (method: "GET" | "POST") =>
  defineUntypedEndpoint({
    method,
    path: `/paid-${method.toLowerCase()}`,
    guards: [requireBenefit("pro"), requireSubscription()],
    queryBudget: 8,
    handle: () => true,
  });

test("WEBH-11: an invalid reference is rejected, both in a query and in a body that nothing else checks", async () => {
  const app = definePlugin({ id: "app", tables: [member], endpoints: { got: paid("GET"), posted: paid("POST") } });
  const plugins = [billing({ secret, organizationAccess: memberAccess() }), app];
  const { browser } = await startBilling({}, { plugins });
  const ann = browser();
  await ann.signUp("ann@example.com");
  for (const referenceId of ["\0", "org_\0", "\ud800", "x".repeat(5000), "a\nb", ""]) {
    const replies = [
      await ann.get(`/paid-get?referenceId=${encodeURIComponent(Buffer.from(referenceId).toString())}`),
      await ann.post("/paid-post", { referenceId }),
    ];
    for (const { status } of replies) expect([400, 403], JSON.stringify(referenceId.slice(0, 9))).toContain(status);
  }
  for (const referenceId of [1, null, ["org_acme"], { toString: "org_acme" }]) {
    expect((await ann.post("/paid-post", { referenceId })).status).toBe(402);
  }
});
