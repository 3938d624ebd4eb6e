/** Members lose a permission between a call's check and its transaction. */

import { memberTable } from "@latchkey/organization";
import { createAccessControl, defaultStatements } from "@latchkey/organization/access";
import { interleaved, quickDatabases, type TestDatabase } from "@latchkey/test-kit/databases";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type Reply, startEvents } from "../../test/app.ts";
import { webhookTable } from "../tables.ts";

const ac = createAccessControl(defaultStatements);
const webhook = ["create", "read", "update", "delete"] as const;
const roles = {
  hooks: ac.newRole({ webhook }),
  auditor: ac.newRole({ webhook, audit: ["read", "export"] }),
};

describe.each(quickDatabases)("on $name", ({ open }) => {
  let opened: TestDatabase;
  beforeEach(async () => {
    opened = await open();
  });
  afterEach(() => opened.close());

  test("EVNT-04: a member who loses the permission to export the audit log during a call can't change the webhooks that receive it", async () => {
    const { database, beforeNextTransaction } = interleaved(opened.database);
    const { auth, mia, create } = await startEvents({}, { database }, { ac, roles });
    const { db } = auth.$context;
    const { id } = await create({ kind: "audit", events: undefined });
    const assign = (role: string) => db.update(memberTable, { where: { userId: mia.id }, set: { role } });
    const calls = [
      () => create({ kind: "audit", events: undefined }, mia.browser),
      ...[
        ["/webhook/update", { id, enabled: false }],
        ["/webhook/rotate-secret", { id }],
        ["/webhook/delete", { id }],
      ].map(([path, body]) => async () => {
        const reply = await mia.browser.post<Reply>(path as string, body);
        return { status: reply.status, ...reply.body };
      }),
    ];
    const before = await db.findMany(webhookTable, { limit: 9 });
    for (const call of calls) {
      await assign("auditor");
      beforeNextTransaction(() => assign("hooks"));
      expect(await call()).toMatchObject({ status: 403, code: "YOU_ARE_NOT_ALLOWED_TO_MANAGE_WEBHOOKS" });
      expect(await db.findMany(webhookTable, { limit: 9 })).toEqual(before);
    }
  });
});
