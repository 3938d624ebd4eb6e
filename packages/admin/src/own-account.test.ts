import { testPassword } from "@latchkey/test-kit";
import { databases, type TestDatabase } from "@latchkey/test-kit/databases";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { said, startAdmin } from "../test/admin-app.ts";

describe.each(databases)("on $name", ({ open }) => {
  let opened: TestDatabase;
  beforeEach(async () => {
    opened = await open();
  });
  afterEach(() => opened.close());

  test("ADMIN-09: of three admins who delete their own accounts at once, one is left", async () => {
    const user = { deleteUser: { enabled: true } };
    const { root, person, auth } = await startAdmin({}, { database: opened.database, user });
    const all = [root, await person("ann", "admin"), await person("bob", "admin")];
    const replies = await Promise.all(all.map((one) => one.post("/delete-user", { password: testPassword })));
    expect(replies.map(said).sort()).toEqual(["200", "200", "400 YOU_CANNOT_REMOVE_THE_LAST_ADMIN"]);
    expect(await auth.$context.db.count({ name: "user", columns: {} } as never, {})).toBe(1);
  });
});
