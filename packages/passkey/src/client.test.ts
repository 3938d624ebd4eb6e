import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { createAuthClient } from "@latchkey/client";
import { createVirtualAuthenticator, testOrigin, type VirtualAuthenticator } from "@latchkey/test-kit";
import { build } from "esbuild";
import { afterEach, describe, expect, test, vi } from "vitest";
import { startPasskey } from "../test/app.ts";
import { passkeyClient } from "./client.ts";

const text = (buffer: ArrayBuffer | Uint8Array): string => Buffer.from(buffer as Uint8Array).toString("base64url");
const bytes = (value: string): ArrayBuffer => Uint8Array.from(Buffer.from(value, "base64url")).buffer;

/** A browser's credentials API, backed by an authenticator. `toJSON` throws, as it does with some password managers. */
function credentialsOf(device: VirtualAuthenticator) {
  const toJSON = (): never => {
    throw new TypeError("Illegal invocation");
  };
  return {
    async create({ publicKey }: never | { publicKey: any }) {
      const { challenge, user, excludeCredentials } = publicKey;
      const ids = excludeCredentials.map(({ id }: { id: ArrayBuffer }) => ({ id: text(id) }));
      if (device.passkeys.some(({ id }) => ids.some((one: { id: string }) => one.id === id))) {
        throw new DOMException("", "InvalidStateError");
      }
      const made = await device.create({ challenge: text(challenge), rp: publicKey.rp, user: { id: text(user.id) } });
      const { clientDataJSON, attestationObject, transports } = made.response;
      const response = {
        clientDataJSON: bytes(clientDataJSON),
        attestationObject: bytes(attestationObject),
        getTransports: () => transports,
      };
      return { id: made.id, type: made.type, response, toJSON };
    },
    async get({ publicKey, mediation, signal }: { publicKey: any; mediation?: string; signal: AbortSignal }) {
      if (mediation === "conditional") {
        if (signal.aborted) throw new DOMException("", "AbortError");
        await new Promise((_, reject) =>
          signal.addEventListener("abort", () => reject(new DOMException("", "AbortError"))),
        );
      }
      const { challenge, rpId } = publicKey;
      const used = await device.get({ challenge: text(challenge), rpId }).catch(() => {
        throw new DOMException("", "NotAllowedError");
      });
      const { clientDataJSON, authenticatorData, signature, userHandle = "" } = used.response;
      const response = {
        clientDataJSON: bytes(clientDataJSON),
        authenticatorData: bytes(authenticatorData),
        signature: bytes(signature),
        userHandle: bytes(userHandle),
      };
      return { id: used.id, type: used.type, response, toJSON };
    },
  };
}

async function start(signUp: "email" | "without-email" = "email") {
  const app = await startPasskey({}, { signUp });
  const browser = app.browser();
  const device = createVirtualAuthenticator({ origin: testOrigin });
  const sent: string[] = [];
  const signals: [string, object][] = [];
  const record = (name: string) => async (about: object) => void signals.push([name, about]);
  vi.stubGlobal("PublicKeyCredential", {
    isConditionalMediationAvailable: async () => true,
    signalUnknownCredential: record("unknown"),
    signalAllAcceptedCredentials: record("accepted"),
    signalCurrentUserDetails: record("details"),
  });
  vi.stubGlobal("navigator", { credentials: credentialsOf(device) });
  const fetch = async (url: string | URL | Request, init: RequestInit = {}): Promise<Response> => {
    const path = String(url).replace(`${testOrigin}/api/auth`, "");
    sent.push(`${init.method ?? "GET"} ${path}`);
    const headers = Object.fromEntries(new Headers(init.headers));
    const reply = await browser.send(path, {
      ...init,
      headers: { ...headers, origin: testOrigin, "sec-fetch-site": "same-origin" },
    });
    return new Response(JSON.stringify(reply.body), {
      status: reply.status,
      headers: { "content-type": "application/json" },
    });
  };
  const client = createAuthClient({
    baseURL: testOrigin,
    plugins: [passkeyClient()],
    fetchOptions: {},
    fetch,
  } as never) as any;
  return { ...app, client, device, sent, signals, browser };
}

afterEach(() => vi.unstubAllGlobals());

describe("the client's ceremonies", () => {
  test("let a user sign up, add a passkey, sign in, prove their identity, and use a second device's passkey", async () => {
    const { client, browser, sent, signals } = await start();
    const created = await client.signUp.passkey({ name: "Ann", email: "ann@example.com" });
    expect(created).toMatchObject({
      error: null,
      data: { user: { email: "ann@example.com" }, token: expect.any(String) },
    });
    expect(sent.slice(0, 2)).toEqual(["POST /passkey/generate-sign-up-options", "POST /passkey/verify-registration"]);
    const again = await client.passkey.add({ name: "Again" });
    expect(again).toMatchObject({ data: null, error: { code: "ALREADY_REGISTERED" } });
    await browser.post("/sign-out");
    const signedIn = await client.signIn.passkey();
    expect(signedIn).toMatchObject({ error: null, data: { user: { name: "Ann" } } });
    expect(await client.passkey.reauthenticate()).toMatchObject({ error: null, data: { user: { name: "Ann" } } });
    await vi.waitFor(() => expect(signals.filter(([name]) => name === "accepted").length).toBeGreaterThan(1));
    const [, accepted] = signals.find(([name]) => name === "accepted") ?? [];
    expect(accepted).toMatchObject({
      rpId: "app.test",
      userId: expect.any(String),
      allAcceptedCredentialIds: [expect.any(String)],
    });
  });

  test("only an unknown passkey is signaled to the browser", async () => {
    const { client, auth, signals, device } = await start();
    await client.signUp.passkey({ name: "Ann", email: "ann@example.com" });
    await auth.$context.db.remove({ name: "passkey", columns: {} } as never, { where: {} as never });
    const { error } = await client.signIn.passkey();
    expect(error).toMatchObject({ code: "PASSKEY_NOT_FOUND", status: 401 });
    const credentialId = device.passkeys[0]?.id;
    expect(signals.filter(([name]) => name === "unknown")).toEqual([["unknown", { rpId: "app.test", credentialId }]]);
  });

  test("let a user without an email sign in on a new device with a backup code", async () => {
    const { client, browser, device, sent } = await start("without-email");
    const created = await client.signUp.passkey({ name: "Kim" });
    const [code] = created.data.backupCodes;
    expect(created).toMatchObject({ error: null, data: { user: { name: "Kim" } } });
    await browser.post("/sign-out");
    expect(await client.passkey.recover({ code })).toMatchObject({ error: { code: "ALREADY_REGISTERED" } });
    vi.stubGlobal("navigator", { credentials: credentialsOf(createVirtualAuthenticator({ origin: testOrigin })) });
    sent.length = 0;
    const recovered = await client.passkey.recover({ code, name: "New phone" });
    expect(recovered).toMatchObject({ error: null, data: { user: { name: "Kim" }, token: expect.any(String) } });
    expect(sent.slice(0, 2)).toEqual(["POST /passkey/generate-recovery-options", "POST /passkey/verify-recovery"]);
    expect((await client.passkey.listUserPasskeys()).data).toContainEqual(
      expect.objectContaining({ name: "New phone" }),
    );
    expect(device.passkeys).toHaveLength(1);
    const fresh = await client.passkey.generateBackupCodes();
    expect(fresh.data.backupCodes).toHaveLength(10);
  });

  test("signing in with the button cancels the form field's autofill request, and a canceled ceremony returns an error", async () => {
    const { client } = await start();
    await client.signUp.passkey({ name: "Ann", email: "ann@example.com" });
    const offer = client.signIn.passkey({ autoFill: true });
    const [canceled, signedIn] = await Promise.all([offer, client.signIn.passkey()]);
    expect(canceled.error).toMatchObject({ code: "AUTH_CANCELLED" });
    expect(signedIn.data).toMatchObject({ user: { name: "Ann" } });
    const other = client.signIn.passkey({ autoFill: true });
    client.passkey.cancel();
    expect((await other).error).toMatchObject({ code: "AUTH_CANCELLED" });
  });

  test("send no requests without WebAuthn", async () => {
    const { client, sent } = await start();
    vi.stubGlobal("PublicKeyCredential", undefined);
    for (const call of [client.signIn.passkey, client.passkey.add, client.passkey.upgrade]) {
      expect((await call()).error).toMatchObject({ code: "NOT_SUPPORTED" });
    }
    expect(sent).toEqual([]);
  });
});

test("add less than 1.65 kB gzipped to the client", async () => {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL("client.ts", import.meta.url))],
    bundle: true,
    minify: true,
    format: "esm",
    write: false,
  });
  expect(gzipSync(outputFiles?.[0]?.contents ?? "").length).toBeLessThan(1650);
});
