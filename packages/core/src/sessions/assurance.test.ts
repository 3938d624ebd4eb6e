import { startAuth } from "@latchkey/test-kit";
import { expect, test } from "vitest";
import { defineUntypedEndpoint } from "../plugin/endpoint.ts";
import { definePlugin } from "../plugin/plugin.ts";
import { type AssuranceRequirement, getAssurance, requireAssurance } from "./assurance.ts";
import { recordProof } from "./change.ts";
import { denyImpersonation, requireSession, sessionErrors } from "./guards.ts";

/** A plugin with a second factor that every user passes, and calls that require it. */
function vault(enrolled: readonly string[] = ["two-factor"], calls: Record<string, AssuranceRequirement> = {}) {
  const needing = Object.entries(calls).map(([name, requirement]) => [
    name,
    defineUntypedEndpoint({
      method: "POST",
      path: `/${name}`,
      guards: [requireAssurance(requirement), denyImpersonation],
      errors: sessionErrors,
      handle: () => ({ status: true }),
    }),
  ]);
  const prove = defineUntypedEndpoint({
    method: "POST",
    path: "/prove",
    guards: [requireSession],
    async handle(_, context) {
      const { session, user } = context;
      await recordProof(context, { session, user }, ["two-factor", "two-factor:app"]);
      return { status: true };
    },
  });
  const levels = defineUntypedEndpoint({
    method: "GET",
    path: "/levels",
    guards: [requireSession],
    handle: (_, context) => getAssurance(context, { session: context.session, user: context.user }),
  });
  return definePlugin({
    id: "vault",
    endpoints: { prove, levels, ...Object.fromEntries(needing) },
    enrolledFactors: () => enrolled,
  });
}

test("a session has level aal1 with a password, and aal2 with a second factor", async () => {
  const { browser } = await startAuth({ plugins: [vault()] });
  const ann = browser();
  await ann.signUp("ann@example.com");
  expect((await ann.get("/levels")).body).toMatchObject({ acr: "aal1", amr: ["pwd"] });
  await ann.post("/prove", {});
  expect((await ann.get("/levels")).body).toMatchObject({ acr: "aal2", amr: ["pwd", "otp", "mfa"] });
});

test("the error contains the requirement and the user's factors that would meet it", async () => {
  const { browser } = await startAuth({
    plugins: [
      vault(["two-factor", "phone"], {
        pay: { acr: "aal2", maxAge: 300 },
        send: { factors: ["phone", "password"], maxAge: 1 },
      }),
    ],
  });
  const ann = browser();
  await ann.signUp("ann@example.com");
  const refused = await ann.post("/pay", {});
  expect([refused.status, refused.body]).toEqual([
    403,
    { code: "SESSION_NOT_FRESH", message: "Session is not fresh", proof: ["two-factor"], acr: "aal2", maxAge: 300 },
  ]);
  expect(refused.headers.get("www-authenticate")).toBeNull();
  await ann.post("/prove", {});
  expect((await ann.post("/pay", {})).status).toBe(200);
});

test("a caller with a bearer token gets the RFC 9470 challenge", async () => {
  const { auth, browser } = await startAuth({
    plugins: [vault(["two-factor"], { pay: { acr: "aal2", maxAge: 300 } })],
  });
  const signedUp = await browser().signUp("ann@example.com");
  const headers = { authorization: `Bearer ${(signedUp.body as { token: string }).token}` };
  const response = await auth.handler(
    new Request("http://localhost:3000/api/auth/pay", {
      method: "POST",
      body: "{}",
      headers: { ...headers, "content-type": "application/json" },
    }),
  );
  expect(response.status).toBe(403);
  expect(response.headers.get("www-authenticate")).toBe(
    'Bearer error="insufficient_user_authentication", error_description="A stronger or newer proof is required", acr_values="aal2", max_age="300"',
  );
});

test("STEP-07: a proof from the future isn't fresh, except for a small clock difference", async () => {
  const { browser, clock } = await startAuth({
    plugins: [vault(["two-factor"], { pay: { acr: "aal2", maxAge: 300 } })],
  });
  const ann = browser();
  await ann.signUp("ann@example.com");
  await ann.post("/prove", {});
  clock.advance(-30);
  expect((await ann.post("/pay", {})).status).toBe(200);
  clock.advance(-270);
  expect((await ann.post("/pay", {})).status).toBe(403);
});

test("a proof that was used for one action still works for other actions, and repeating an action needs a new proof", async () => {
  const transfer = { acr: "aal2", singleUse: "transfer" } as const;
  const { browser, clock } = await startAuth({
    plugins: [vault(["two-factor"], { transfer, close: { acr: "aal2", singleUse: "close" } })],
  });
  const ann = browser();
  await ann.signUp("ann@example.com");
  const status = async (call: string) => (await ann.post(`/${call}`, {})).status;
  await ann.post("/prove", {});
  expect([await status("transfer"), await status("transfer"), await status("close")]).toEqual([200, 403, 200]);
  clock.advance(1);
  await ann.post("/prove", {});
  expect([await status("transfer"), await status("transfer")]).toEqual([200, 403]);
});

test("an invalid requirement throws when it's declared", () => {
  expect(() => requireAssurance({ factors: [] })).toThrow("requireAssurance.factors is empty");
  expect(() => requireAssurance({ acr: "aal3" as never })).toThrow("requireAssurance.acr");
  expect(() => requireAssurance({ maxAge: 0 })).toThrow("requireAssurance.maxAge");
  expect(() => requireAssurance({ singleUse: "A b" })).toThrow("requireAssurance.singleUse");
  expect(() => requireAssurance({ once: "transfer" } as never)).toThrow("requireAssurance.once");
});
