// @vitest-environment jsdom
import { createAuthClient } from "@latchkey/client";
import { afterEach, expect, test, vi } from "vitest";
import { oneTapClient } from "./client.ts";
import type { PromptNotification } from "./google.ts";

/** Stands in for Google's script, which can't be loaded here. */
function installGoogle() {
  const initialized: { nonce?: string; client_id: string; callback(response: object): void }[] = [];
  const prompts: ((notification: PromptNotification) => void)[] = [];
  const id = {
    initialize: (options: (typeof initialized)[number]) => void initialized.push(options),
    prompt: (listener: (typeof prompts)[number]) => void prompts.push(listener),
    renderButton: (container: HTMLElement) => void container.append("Google"),
  };
  Object.assign(window, { google: { accounts: { id } } });
  return { initialized, prompts };
}

afterEach(() => {
  Reflect.deleteProperty(window, "google");
  document.body.replaceChildren();
});

function start(clientId: string | undefined = "app", oneTap: object | null = null) {
  const calls: { url: string; body: unknown }[] = [];
  const client = createAuthClient({
    baseURL: "https://app.test",
    plugins: [oneTapClient({ ...(clientId ? { clientId } : {}), promptOptions: { baseDelay: 1 } })],
    fetch: async (input, init) => {
      const url = String(input);
      calls.push({ url, body: init?.body ? JSON.parse(String(init.body)) : null });
      if (url.endsWith("/capabilities")) return Response.json({ signIn: { oneTap } });
      if (url.endsWith("/nonce")) return Response.json({ nonce: "n1" });
      return Response.json({ token: "t", user: { id: "1", email: "ann@example.com" } });
    },
  });
  return { client, calls };
}

test("the prompt gets this browser's nonce, and its result is sent with it", async () => {
  const { initialized, prompts } = installGoogle();
  const { client, calls } = start();
  const done = client.oneTap({ fetchOptions: { headers: { "x-test": "1" } } });
  await vi.waitFor(() => expect(prompts).toHaveLength(1));
  expect(initialized[0]).toMatchObject({ client_id: "app", nonce: "n1", context: "signin" });
  initialized[0]?.callback({ credential: "id-token" });
  await done;
  expect(calls.at(-1)).toEqual({
    url: "https://app.test/api/auth/one-tap/callback",
    body: { idToken: "id-token", nonce: "n1" },
  });
});

test("without a client ID, the server's is used", async () => {
  const { initialized, prompts } = installGoogle();
  const { client } = start("", { clientId: "of the server" });
  void client.oneTap();
  await vi.waitFor(() => expect(prompts).toHaveLength(1));
  expect(initialized[0]).toMatchObject({ client_id: "of the server", nonce: "n1" });
});

test("a server without one is reported, and nothing is shown", async () => {
  const { initialized } = installGoogle();
  await expect(start("").client.oneTap()).rejects.toThrow("the server doesn't have a client ID");
  expect(initialized).toEqual([]);
});

test("a prompt that the user closed isn't shown again, but one that was skipped is", async () => {
  const { prompts } = installGoogle();
  const { client } = start();
  const closed = vi.fn();
  const done = client.oneTap({ onPromptNotification: closed });
  await vi.waitFor(() => expect(prompts).toHaveLength(1));
  prompts[0]?.({ isSkippedMoment: () => true, getSkippedReason: () => "unknown_reason" });
  await vi.waitFor(() => expect(prompts).toHaveLength(2));
  prompts[1]?.({ isSkippedMoment: () => true, getSkippedReason: () => "user_cancel" });
  await done;
  expect([prompts.length, closed.mock.calls.length]).toEqual([2, 1]);
});

test("Google's button is rendered where the app wants it", async () => {
  installGoogle();
  const { client } = start();
  await expect(client.oneTap({ button: { container: "#nowhere" } })).rejects.toThrow("#nowhere");
  const container = document.createElement("div");
  document.body.append(container);
  await client.oneTap({ button: { container } });
  expect(container.textContent).toBe("Google");
});
