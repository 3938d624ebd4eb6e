import { memoryAdapter, type StatementInfo } from "@latchkey/core/database";
import { userTable } from "@latchkey/core/plugin";
import { type CreationOptions, outboxEmpty, testPassword } from "@latchkey/test-kit";
import { twoFactor } from "@latchkey/two-factor";
import { expect, test } from "vitest";
import { sameOrigin, startPasskey } from "../test/app.ts";

/** The placeholder of a user without an email. */
const nameless = { email: "bob@passkey.placeholder.invalid" };

const uncounted = ["audit", "outbox", "rateLimit"];

/** Like `startPasskey`, but counts each call's queries. */
async function startCounting(options: object = {}, more: readonly never[] = []) {
  const statements: StatementInfo[] = [];
  const database = memoryAdapter({ onStatement: (statement) => void statements.push(statement) });
  const app = await startPasskey({ database, user: {} }, options, more);
  const over: string[] = [];
  const ids = new Set<string>();
  const counted = async <T extends { readonly status: number }>(id: string, run: () => Promise<T>): Promise<T> => {
    await outboxEmpty(app.auth);
    statements.length = 0;
    const reply = await run();
    if (reply.status !== 200) throw new Error(`${id} responded with ${reply.status}`);
    const sent = statements.filter(({ kind, table }) => kind !== "transaction" && !uncounted.includes(table ?? ""));
    const { queryBudget = 0 } = app.auth.$context.extensions.endpoints[id] ?? {};
    ids.add(id);
    if (sent.length > queryBudget) over.push(`${id}: ${sent.length} of ${queryBudget}`);
    return reply;
  };
  return { ...app, counted, over, ids };
}

test("each call sends at most the queries it declares", async () => {
  const app = await startCounting({ signUp: "email", relatedOrigins: ["https://app.example"] });
  const { browser, device, passkeyId } = await app.person();
  const other = app.device();
  const path = "/passkey/generate-register-options";
  const { counted } = app;
  const creation = await counted("generatePasskeyRegistrationOptions", () =>
    browser.get<CreationOptions>(path, sameOrigin),
  );
  const response = await other.create(creation.body);
  await counted("verifyPasskeyRegistration", () => browser.post("/passkey/verify-registration", { response }));
  await counted("listPasskeys", () => browser.get("/passkey/list-user-passkeys"));
  await counted("listAcceptedPasskeys", () => browser.get("/passkey/accepted"));
  await counted("updatePasskey", () => browser.post("/passkey/update-passkey", { id: passkeyId, name: "Phone" }));
  for (const purpose of ["sign-in", "proof"]) {
    const query = `/passkey/generate-authenticate-options?purpose=${purpose}`;
    const options = await counted("generatePasskeyAuthenticationOptions", () => browser.get<never>(query, sameOrigin));
    const used = await device.get(options.body);
    await counted("verifyPasskeyAuthentication", () =>
      browser.post("/passkey/verify-authentication", { response: used }),
    );
  }
  await counted("deletePasskey", () => browser.post("/passkey/delete-passkey", { id: passkeyId }));
  const stranger = app.browser();
  const signUp = await counted("generatePasskeySignUpOptions", () =>
    stranger.post<CreationOptions>("/passkey/generate-sign-up-options", { name: "Bob", email: "bob@example.com" }),
  );
  const created = await app.device().create(signUp.body);
  const body = { response: created, createSession: true };
  await counted("verifyPasskeyRegistration", () => stranger.post("/passkey/verify-registration", body));
  await app.auth.$context.db.update(userTable, { where: { email: "bob@example.com" }, set: nameless });
  const { backupCodes } = (
    await counted("generatePasskeyBackupCodes", () =>
      stranger.post<{ backupCodes: string[] }>("/passkey/generate-backup-codes", {}),
    )
  ).body;
  const lost = app.browser();
  const recovery = await counted("generatePasskeyRecoveryOptions", () =>
    lost.post<CreationOptions>("/passkey/generate-recovery-options", { code: backupCodes[0] }),
  );
  const recovered = { response: await app.device().create(recovery.body) };
  // An unverified email that was added since the sign-up is removed.
  await app.auth.$context.db.update(userTable, { where: nameless, set: { email: "bob@example.com" } });
  await counted("verifyPasskeyRecovery", () => lost.post("/passkey/verify-recovery", recovered));
  const related = await app.auth.handler(new Request("http://app.test/.well-known/webauthn"));
  await counted("webauthnRelatedOrigins", async () => related);
  expect(app.over).toEqual([]);
  const own = app.auth.$context.extensions.plugins.find(({ id }) => id === "passkey");
  expect([...app.ids].sort()).toEqual(Object.keys(own?.endpoints ?? {}).sort());
});

test("finishing a sign-in with a passkey sends at most the queries it declares, not counting the gate's queries", async () => {
  const app = await startCounting({}, [twoFactor({ otpOptions: { sendOTP: () => {} } }) as never]);
  const { browser, device } = await app.person();
  await browser.post("/two-factor/enable", { password: testPassword });
  const waiting = app.browser();
  await app.auth.$context.db.update({ name: "user", columns: {} } as never, {
    where: {},
    set: { twoFactorEnabled: true } as never,
  });
  await waiting.signIn("ann@example.com");
  const options = await app.counted("generatePasskeyAuthenticationOptions", () =>
    waiting.get<never>("/passkey/generate-authenticate-options", sameOrigin),
  );
  const response = await device.get(options.body);
  await app.counted("verifyPasskeyAuthentication", () => waiting.post("/passkey/verify-authentication", { response }));
  expect(app.over).toEqual([]);
});
