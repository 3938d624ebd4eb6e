/** Several servers for the same app. They share a database, provider, and mailbox, but have their own options. */

import {
  createMailbox,
  createTestClock,
  type Mailbox,
  mailOptions,
  startAuth,
  type TestApp,
  type TestBrowser,
  type TestClock,
} from "@latchkey/test-kit";
import { memoryAdapter } from "../src/database/memory/adapter.ts";
import { type ProviderServer, startProvider } from "./provider-server.ts";
import { ann, testProvider } from "./social-app.ts";

/** One server of the app. */
export interface Node extends TestApp {
  readonly clock: TestClock;
}

export interface Nodes {
  readonly nodes: readonly Node[];
  readonly box: Mailbox;
  readonly idp: ProviderServer;
}

const servers: ProviderServer[] = [];

/** Stops the providers that were started. For `afterEach`. */
export async function closeNodes(): Promise<void> {
  for (const server of servers.splice(0)) await server.close();
}

interface Common {
  readonly emailAndPassword?: object;
  readonly emailVerification?: object;
  readonly [option: string]: unknown;
}

/**
 * @param each each server's options, which override the common ones. `ahead` is how many seconds its clock is ahead.
 */
export async function startNodes(
  { emailAndPassword, emailVerification, ...common }: Common,
  each: readonly { readonly ahead?: number; readonly [option: string]: unknown }[],
): Promise<Nodes> {
  const database = memoryAdapter();
  const box = createMailbox();
  const idp = await startProvider(createTestClock().now);
  servers.push(idp);
  const nodes: Node[] = [];
  for (const { ahead = 0, ...options } of each) {
    const clock = createTestClock();
    clock.advance(ahead);
    const mails = mailOptions(box);
    const shared = {
      ...mails,
      emailAndPassword: { ...mails.emailAndPassword, ...emailAndPassword },
      emailVerification: { ...mails.emailVerification, ...emailVerification },
      database,
      providers: [testProvider()],
      fetch: idp.fetch,
      clock: clock.now,
    };
    const app = await startAuth({ ...shared, ...common, ...options } as never);
    nodes.push({ ...app, clock } as unknown as Node);
  }
  return { nodes, box, idp };
}

/** The same browser on another server, as if behind a load balancer. */
export function at(node: Node, from?: TestBrowser): TestBrowser {
  const browser = node.browser();
  for (const [name, value] of from?.cookies ?? []) browser.cookies.set(name, value);
  return browser;
}

/** A link in an email as a path for the test browser. */
export const pathOf = (url: string): string => url.replace("http://app.test/api/auth", "");

/**
 * Starts a sign-in with the provider on one server and finishes it on another. Returns the browser, and where it was
 * redirected.
 */
export async function signInByProvider(
  { idp }: Nodes,
  begins: Node,
  ends: Node,
): Promise<[TestBrowser, string | null]> {
  const person = at(begins);
  const { body } = await person.post<{ url: string }>("/sign-in/social", { provider: "idp", callbackURL: "/in" });
  const { searchParams } = new URL(body.url);
  const code = idp.authorize(ann, searchParams.get("nonce") ?? undefined);
  const back = at(ends, person);
  const { headers } = await back.get(
    `/callback/idp?${new URLSearchParams({ code, state: searchParams.get("state") ?? "" })}`,
  );
  return [back, headers.get("location")];
}
