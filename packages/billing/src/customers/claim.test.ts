import { describe, expect, test } from "vitest";
import { startActing } from "../../test/acting.ts";
import { purchase } from "../../test/purchase.ts";

describe("claiming past purchases", () => {
  test("requires a verified email, which must be the customer's", async () => {
    const { ann, user, send, db, browser } = await startActing();
    const bought = purchase(null, "guest", "ann@example.com");
    for (const event of bought.events) await send(event);
    const claim = async (person = ann) => (await person.post("/billing/claim")).body;
    expect(await claim()).toMatchObject({ code: "CUSTOMER_NOT_FOUND" });
    await db.update(
      { name: "user", columns: {} } as never,
      { where: { id: user.id }, set: { emailVerified: true } } as never,
    );
    expect(await Promise.all([claim(), claim()])).toContainEqual({ status: true });
    expect((await ann.get<any>("/billing/customer-state")).body.customer.id).toBe(bought.customerId);
    const other = browser();
    await other.signUp("other@example.com");
    expect(await claim(other)).toMatchObject({ code: "CUSTOMER_NOT_FOUND" });
  });

  test("isn't possible if the customer has an owner, or if the provider hasn't verified its email", async () => {
    const { ann, user, send, db } = await startActing();
    await db.update(
      { name: "user", columns: {} } as never,
      { where: { id: user.id }, set: { emailVerified: true } } as never,
    );
    const [unproven] = purchase(null, "a", "ann@example.com").events;
    await send({ type: "customer.created", data: { ...unproven?.data, email_verified: false } });
    const [owned] = purchase("other-user", "b", "ann@example.com").events;
    await send(owned as never);
    expect((await ann.post("/billing/claim")).body).toMatchObject({ code: "CUSTOMER_NOT_FOUND" });
  });
});
