/** Runs a contender in its own process. The parent calls it over the IPC channel. */

import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { betterAuthContender } from "./contenders/better-auth.ts";
import {
  account,
  type Contender,
  type ContenderName,
  origin,
  paths,
  type StorageLocation,
} from "./contenders/contender.ts";
import { floor } from "./contenders/floor.ts";
import { latchkey } from "./contenders/latchkey.ts";

const [name, place] = JSON.parse(process.argv[2] as string) as [ContenderName, StorageLocation];
const createByName = { latchkey, "better-auth": betterAuthContender, floor };
const contender: Contender = createByName[name](place);
await contender.prepare();
const cookies: readonly string[] = await signUpAll();
let turn = 0;
await checkSignedIn();

let server: Server | null = null;
const delay = monitorEventLoopDelay({ resolution: 1 });

const methods = {
  /** Requests per second through the handler, with `atOnce` concurrent requests. */
  async rate({ milliseconds, atOnce }: { milliseconds: number; atOnce: number }): Promise<number> {
    const start = performance.now();
    const end = start + milliseconds;
    let done = 0;
    const loop = async (): Promise<void> => {
      while (performance.now() < end) {
        await (await getSession()).text();
        done++;
      }
    };
    await Promise.all(Array.from({ length: atOnce }, loop));
    return (done / (performance.now() - start)) * 1000;
  },
  async listen(): Promise<{ port: number; cookie: string }> {
    const opened = createServer(contender.listener);
    server = opened;
    await new Promise<void>((resolve) => opened.listen(0, "127.0.0.1", resolve));
    return { port: (opened.address() as AddressInfo).port, cookie: cookies[0] as string };
  },
  async watchDelay(): Promise<void> {
    delay.reset();
    delay.enable();
  },
  /** Delays in milliseconds, minus the sampling interval of 1 ms. */
  async readDelay(): Promise<{ p99: number; max: number }> {
    delay.disable();
    return { p99: delay.percentile(99) / 1e6 - 1, max: delay.max / 1e6 - 1 };
  },
  async close(): Promise<void> {
    server?.closeAllConnections();
    server?.close();
    await contender.close();
    // Waits until the response is sent.
    setTimeout(() => process.exit(0), 50);
  },
};

process.on("message", async ({ ask, input }: { ask: keyof typeof methods; input: never }) => {
  try {
    process.send?.({ answer: await methods[ask](input) });
  } catch (error) {
    process.send?.({ error: String((error as Error).stack) });
  }
});
process.on("disconnect", () => process.exit(0));
process.send?.({ answer: "ready" });

/** Reads the session of the next user. */
function getSession(): Promise<Response> {
  const cookie = cookies[turn++ % cookies.length] as string;
  return contender.handler(new Request(origin + paths.getSession, { headers: { cookie } }));
}

async function signUpAll(): Promise<string[]> {
  const signedUp: string[] = [];
  while (signedUp.length < place.people) {
    const count = Math.min(16, place.people - signedUp.length);
    const emails = Array.from({ length: count }, (_, at) => emailOf(signedUp.length + at));
    signedUp.push(...(await Promise.all(emails.map(signUp))));
  }
  return signedUp;
}

/** The first user has the account's own email. */
function emailOf(at: number): string {
  return at === 0 ? account.email : `p${at}@example.com`;
}

async function signUp(email: string): Promise<string> {
  const headers = { "content-type": "application/json", origin };
  const request = new Request(origin + paths.signUp, {
    method: "POST",
    headers,
    body: JSON.stringify({ ...account, email }),
  });
  const response = await contender.handler(request);
  if (!response.ok) throw new Error(`${name} doesn't sign users up: ${response.status} ${await response.text()}`);
  return response.headers
    .getSetCookie()
    .map((line) => line.split(";", 1)[0])
    .join("; ");
}

/** Checks that the session is signed in, because a signed-out response would be the fastest. */
async function checkSignedIn(): Promise<void> {
  const text = await (await getSession()).text();
  const answer = JSON.parse(text) as { user?: { email?: string } } | null;
  if (answer?.user?.email !== account.email) throw new Error(`${name} responded with ${text}`);
}
