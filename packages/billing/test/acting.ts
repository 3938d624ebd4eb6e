/** An app with a payment provider that records the calls, and a signed-in user. */

import type { BillingOptions } from "../src/options.ts";
import { startBilling } from "./app.ts";
import { fixture } from "./platform.ts";
import { fakeProvider } from "./provider.ts";

export async function startActing(options: Partial<BillingOptions> = {}, authOptions: object = {}) {
  const provider = (options.provider ?? fakeProvider()) as ReturnType<typeof fakeProvider>;
  const app = await startBilling({ provider, ...options }, authOptions);
  const ann = app.browser();
  const { user } = (await ann.signUp("ann@example.com")).body;
  /** Offers a product for sale, and returns its id. */
  const sell = async (name = "product.created-one-time") => {
    const product = fixture(name);
    await app.send(product);
    return product.data.id as string;
  };
  return { ...app, provider, ann, user, sell };
}
