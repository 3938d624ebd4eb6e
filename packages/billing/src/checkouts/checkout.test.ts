import { describe, expect, test, vi } from "vitest";
import { startActing } from "../../test/acting.ts";
import { fixture } from "../../test/platform.ts";

describe("checkout", () => {
  test("is opened for the caller, who becomes a customer, and the server decides who owns it", async () => {
    const { ann, user, provider, sell } = await startActing();
    const productId = await sell();
    const body = {
      productIds: [productId],
      successUrl: "/thanks?checkout={CHECKOUT_ID}",
      metadata: { reference_id: "x" },
    };
    const { status, body: answer } = await ann.post("/billing/checkout", body);
    expect([status, answer]).toEqual([200, { url: "https://buy.test/checkout", clientSecret: null, redirect: true }]);
    expect(provider.createCheckout).toHaveBeenCalledWith(
      {
        customerId: `customer-of-${user.id}`,
        customerEmail: null,
        plans: [{ productId, priceId: null }],
        seats: null,
        trial: "none",
        returnUrl: null,
        embedOrigin: null,
        locale: null,
        allowDiscountCodes: true,
        successUrl: "http://app.test/thanks?checkout={CHECKOUT_ID}",
        discountId: null,
        answers: {},
        metadata: { reference_id: user.id, user_id: user.id },
      },
      { signal: expect.any(AbortSignal) },
    );
    await ann.post("/billing/portal");
    expect(provider.ensureCustomer).toHaveBeenCalledTimes(1);
    const portal = { customerId: `customer-of-${user.id}`, returnUrl: null };
    expect(provider.openPortal).toHaveBeenCalledWith(portal, expect.anything());
  });

  test("doesn't sell products that are archived, unknown, or unlisted", async () => {
    const { ann, sell, send } = await startActing();
    const productId = await sell();
    const code = async (one: string) => (await ann.post("/billing/checkout", { productIds: [one] })).body.code;
    expect([await code(productId), await code("unknown")]).toEqual([undefined, "PRODUCT_NOT_FOUND"]);
    const archived = fixture("product.created-one-time");
    await send({ ...archived, data: { ...archived.data, is_archived: true, modified_at: "2029-01-01T00:00:00Z" } });
    expect(await code(productId)).toBe("PRODUCT_NOT_FOUND");

    const listed = await startActing({ checkout: { products: { book: productId } } });
    await listed.sell();
    const other = await listed.sell("product.created-recurring");
    const codes = ["book", productId, other].map(
      async (one) => (await listed.ann.post("/billing/checkout", { productIds: [one] })).body.code,
    );
    expect(await Promise.all(codes)).toEqual([undefined, undefined, "PRODUCT_NOT_FOUND"]);
  });

  test("validates answers before it calls the provider, and passes them on", async () => {
    const { ann, sell, provider } = await startActing();
    const productIds = [await sell("product.created-recurring")];
    for (const [answers, path] of [
      [{}, "company"],
      [{ company: "x" }, "company"],
      [{ company: "Acme", seats: 51 }, "seats"],
      [{ company: "Acme", other: 1 }, "other"],
    ] as const) {
      const { status, body } = await ann.post<any>("/billing/checkout", { productIds, answers });
      expect([status, body.code, body.issues[0].path]).toEqual([400, "INVALID_CUSTOM_FIELDS", path]);
    }
    expect(provider.ensureCustomer).not.toHaveBeenCalled();
    const answers = { company: "Acme", seats: 50 };
    expect((await ann.post("/billing/checkout", { productIds, answers })).status).toBe(200);
    expect(provider.createCheckout).toHaveBeenCalledWith(expect.objectContaining({ answers }), expect.anything());
  });

  test("REDIR-01: redirects back only to trusted origins", async () => {
    const { ann, sell } = await startActing();
    const productIds = [await sell()];
    for (const successUrl of ["https://evil.test/", "//evil.test", "javascript:alert(1)", "/\\evil.test"]) {
      const { status, body } = await ann.post("/billing/checkout", { productIds, successUrl });
      expect([successUrl, status, body.code]).toEqual([successUrl, 403, "INVALID_CALLBACK_URL"]);
    }
  });

  test("accepts discount codes that haven't expired", async () => {
    const { ann, sell, send, provider, clock } = await startActing({
      checkout: { discounts: { FRIEND: "discount-1" } },
    });
    const productIds = [await sell()];
    const code = async (discountCode: string) =>
      (await ann.post("/billing/checkout", { productIds, discountCode })).body.code;
    expect([await code("FRIEND"), await code("YEAR1")]).toEqual([undefined, "DISCOUNT_NOT_FOUND"]);
    const order = fixture("order.paid-subscription-create");
    await send(order);
    expect(await code("YEAR1")).toBeUndefined();
    expect(provider.createCheckout).toHaveBeenLastCalledWith(
      expect.objectContaining({ discountId: order.data.discount.id }),
      expect.anything(),
    );
    const over = { ...order.data.discount, ends_at: clock.now().toISOString(), modified_at: "2029-01-01T00:00:00Z" };
    await send({ type: "order.paid", data: { ...order.data, id: "other", discount: over } });
    expect(await code("YEAR1")).toBe("DISCOUNT_NOT_FOUND");
    // A code can be reused after its discount is gone.
    const again = { ...over, id: "a-new-one", created_at: "2025-08-01T00:00:00Z", ends_at: null };
    await send({ type: "order.paid", data: { ...order.data, id: "third", discount: again } });
    expect(await code("YEAR1")).toBeUndefined();
    expect(provider.createCheckout).toHaveBeenLastCalledWith(
      expect.objectContaining({ discountId: "a-new-one" }),
      expect.anything(),
    );
  });

  test("WEBH-11: someone else's reference gets 403, and read access isn't enough to buy", async () => {
    const organizationAccess = vi.fn(({ action }: { action: string }) => action === "read");
    const { ann, sell, provider, browser } = await startActing({ organizationAccess });
    const productIds = [await sell()];
    const { user: bob } = (await browser().signUp("bob@example.com")).body;
    for (const [path, body] of [
      ["checkout", { productIds }],
      ["portal", {}],
      ["cancel-subscription", { subscriptionId: "x" }],
      ["resume-subscription", { subscriptionId: "x" }],
    ] as const) {
      for (const referenceId of [bob.id, "acme"]) {
        const { status } = await ann.post(`/billing/${path}`, { ...body, referenceId });
        expect([path, status]).toEqual([path, 403]);
      }
      expect((await browser().post(`/billing/${path}`, body)).status).toBe(401);
    }
    expect(provider.createCheckout).not.toHaveBeenCalled();
    organizationAccess.mockReturnValue(true);
    expect((await ann.post("/billing/checkout", { productIds, referenceId: "acme" })).status).toBe(200);
    expect(provider.ensureCustomer).toHaveBeenLastCalledWith(
      expect.objectContaining({ externalId: "org_acme" }),
      expect.anything(),
    );
  });
});
