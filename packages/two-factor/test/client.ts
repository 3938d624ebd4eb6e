/** A client of an app, in one browser. */

import { createAuthClient } from "@latchkey/client";
import { testOrigin } from "@latchkey/test-kit";
import { vi } from "vitest";
import { type TwoFactorClientOptions, twoFactorClient } from "../src/client.ts";
import { startTwoFactor } from "./app.ts";

/** A client with its own browser and server. */
export async function startClient(options: TwoFactorClientOptions = {}) {
  const app = await startTwoFactor();
  const browser = app.browser();
  const navigate = vi.fn();
  const client = createAuthClient({
    baseURL: testOrigin,
    plugins: [twoFactorClient(options)],
    navigate,
    fetch: async (input, init) => {
      const request = new Request(input, init);
      const headers = Object.fromEntries(request.headers);
      const reply = await browser.send(request.url.replace(`${testOrigin}/api/auth`, ""), {
        method: request.method,
        headers: { ...headers, origin: testOrigin },
        ...(request.method === "POST" ? { body: await request.text() } : {}),
      });
      return Response.json(reply.body, { status: reply.status });
    },
  });
  return { app, client, navigate };
}
