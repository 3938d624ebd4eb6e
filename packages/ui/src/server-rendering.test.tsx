/** Tests rendering without a window. */

import { renderToString } from "react-dom/server";
import { expect, test } from "vitest";
import { billingScreens, startShop, ui } from "../test/billing.tsx";
import { screens } from "../test/screens.tsx";
import { startSite } from "../test/site.tsx";
import { billingEn } from "./billing/texts.ts";
import { en } from "./texts/en.ts";
import { fill, fillCount } from "./texts/texts.ts";

test("a server renders every component without a request, and without protected content if there's no session", async () => {
  expect(typeof window).toBe("undefined");
  const visit = (
    await startSite({
      emailAndPassword: { enabled: true, sendResetPassword: async () => {} },
      socialProviders: { github: { clientId: "app", clientSecret: "secret" } },
    })
  ).visit();
  const html = new Map(
    screens.map(([name, element]) => [name, renderToString(visit.wrap(element, { providers: ["github"] }))]),
  );
  expect(html.get("SignIn")).toContain(en.signIn.subtitle);
  expect(html.get("SignUp")).toContain(fillCount(en, en.signUp.passwordHint, 8));
  for (const name of ["SignIn", "SignUp", "SocialButtons"]) expect(html.get(name)).toContain("Continue with GitHub");
  expect(html.get("Devices")).toContain("Loading");
  expect(html.get("UserButton")).toBe("");
  expect(html.get("VerifyEmailBanner")).toBe("");
  expect(html.get("ForgotPassword")).toContain(en.forgotPassword.submit);
  // The query string isn't known yet, so neither success nor an error is shown.
  for (const name of ["EmailVerified", "ResetPassword"]) {
    expect(html.get(name)).toMatch(/<h1[^>]*><span class="lk-hidden">Loading<\/span>/);
  }
  expect(html.get("Account")).not.toContain("Profile");
  expect(html.get("RequireSession")).not.toContain("for members");
  expect([visit.asked, visit.went]).toEqual([[], []]);
});

test("with the request's session, protected content is in the first HTML, for that request only", async () => {
  const visit = (await startSite()).visit();
  await visit.browser.signUp("ann@example.com");
  const initialSession = (await visit.browser.get<{ session: object; user: object }>("/get-session")).body;
  const rendered = [initialSession, undefined].map((known) =>
    screens.map(([, element]) => renderToString(visit.wrap(element, { initialSession: known }))).join(""),
  );
  expect(rendered[0]).toContain("for members");
  expect(rendered[0]).toContain("Account menu");
  const words = rendered[0]?.replaceAll(/<[^>]*>/g, "");
  expect(words).toContain(fill(en.verifyEmail.text, { email: "ann@example.com" }));
  expect(rendered[0]).toContain("Profile");
  expect(rendered[1]).not.toMatch(/for members|Account menu|ann@example|Profile/);
});

test("a server renders only the frame of the billing pages, and makes no requests", async () => {
  const { enter } = await startShop();
  const ann = await enter("ann");
  const initialSession = (await ann.browser.get<{ session: object; user: object }>("/get-session")).body;
  const [known, unknown] = [initialSession, undefined].map(
    (session) =>
      new Map(
        billingScreens.map(([name, element]) => [
          name,
          renderToString(ann.wrap(element, { ...ui, initialSession: session })),
        ]),
      ),
  );
  expect(known?.get("PricingTable")).toMatch(new RegExp(`${billingEn.pricing.title}.*${en.loading}`));
  expect(known?.get("BillingPage")).toMatch(new RegExp(`${billingEn.page.title}</h1>.*${en.loading}`));
  expect(known?.get("SellerPage")).toMatch(new RegExp(`${billingEn.seller.title}.*${billingEn.seller.deliveries.tab}`));
  // Until the session is known, the page shows a skeleton.
  expect(unknown?.get("BillingPage")).toMatch(new RegExp(`${billingEn.page.title}</h1>.*${en.loading}`));
  expect(unknown?.get("SellerPage")).not.toContain(billingEn.seller.title);
  expect([ann.asked, ann.went]).toEqual([[], []]);
});
