/** Screens in a page of jsdom, with a real auth handler behind them. Only the wire between the two can be held up. */

import type { ClientPlugin } from "@latchkey/client";
import type { Capabilities } from "@latchkey/client/capabilities";
import type { AuthOptions } from "@latchkey/core";
import { accountTable, sessionTable, userTable } from "@latchkey/core/plugin";
import { createAuthClient, type SessionSeed } from "@latchkey/react";
import { startAuth, type TestBrowser, testOrigin } from "@latchkey/test-kit";
import { cleanup, configure, type RenderResult, render } from "@testing-library/react";
import { type UserEvent, userEvent } from "@testing-library/user-event";
import type { ReactElement, ReactNode } from "react";
import { afterEach, beforeEach, expect, vi } from "vitest";
import { AuthUiProvider, type AuthUiProviderProps } from "../src/provider/provider.tsx";
import { firefox } from "./user-agents.ts";

type Client = ReturnType<typeof createAuthClient>;

export interface Site {
  /** Another device of the same people. */
  browser(): TestBrowser;
  /** Puts values into a user's row, past every rule. */
  setUser(userId: string, values: object): Promise<void>;
  /** As if the user had come by this provider once. */
  link(userId: string, providerId: string): Promise<void>;
  /** As if the user had never had a password. */
  removePassword(userId: string): Promise<void>;
  /** Removes the rows of an organization's members, without the other effects of leaving. */
  removeMembers(organizationId: string): Promise<void>;
  /** As if the user's sessions had proven this factor, and no other, years ago. */
  proveLongAgo(userId: string, factor: string): Promise<void>;
  /** Someone's own browser, with its client. */
  visit(initialSession?: SessionSeed): Visit;
}

export interface Visit {
  readonly client: Client;
  /** The cookies that the client sends; by it one signs up without a screen. */
  readonly browser: TestBrowser;
  /** Paths that were asked for, in order. */
  readonly asked: string[];
  /** Those that were answered. */
  readonly answered: string[];
  /** Every `set-cookie` of the answers. */
  readonly setCookies: string[];
  /** Where the screens wanted to go. */
  readonly went: string[];
  /** Addresses that the client went to by itself: a provider's. */
  readonly left: string[];
  /** Sees what the client sends. */
  onSend?: (path: string, body: unknown) => void;
  /** Keeps back the requests to a path until the returned function is called. */
  hold(path: string): () => void;
  /** While it is true, no request arrives. */
  isOffline: boolean;
  /** An element inside of the provider. */
  wrap(element: ReactNode, props?: Partial<AuthUiProviderProps>): ReactElement;
  /** Shows it, and hands out a person with keyboard and pointer. */
  show(element: ReactNode, props?: Partial<AuthUiProviderProps>): RenderResult & { readonly person: UserEvent };
}

// A second, the default, is too short for a password's hash on a machine with other work to do.
configure({ asyncUtilTimeout: 10_000 });

/** Cleans up after each test of a file, and fails a test in which React or jsdom complained. */
export function watchScreens(): void {
  const complaints: unknown[] = [];
  beforeEach(() => {
    vi.spyOn(console, "error").mockImplementation((...what) => void complaints.push(what));
    // jsdom has no layout, so that there is nothing to observe.
    vi.stubGlobal("ResizeObserver", NoLayout);
  });
  afterEach(() => {
    cleanup();
    localStorage.clear();
    sessionStorage.clear();
    vi.restoreAllMocks();
    vi.unstubAllGlobals();
    expect(complaints.splice(0)).toEqual([]);
  });
}

// jsdom's own class is none that the server, which runs here too, gets from its cryptography.
globalThis.ArrayBuffer = Buffer.from([]).buffer.constructor as ArrayBufferConstructor;

/** @param plugins client halves of every visit's client */
export async function startSite(
  options: Partial<AuthOptions> = {},
  plugins: readonly ClientPlugin[] = [],
): Promise<Site> {
  const { auth, browser } = await startAuth({ clock: () => new Date(), ...options });
  const described = await browser().get<Capabilities>("/capabilities");
  const capabilities = described.status === 200 ? described.body : undefined;
  let links = 0;
  return {
    browser,
    async setUser(userId, values) {
      await auth.$context.db.update(userTable, { where: { id: userId }, set: values });
    },
    async link(userId, providerId) {
      const now = new Date();
      const id = `link-${++links}`;
      const row = { id, userId, providerId, accountId: `theirs-${links}`, tokensRevision: 0 };
      await auth.$context.db.insert(accountTable, { ...row, createdAt: now, updatedAt: now });
    },
    async removePassword(userId) {
      await auth.$context.db.remove(accountTable, { where: { userId, providerId: "credential" } });
    },
    async removeMembers(organizationId) {
      const members = { name: "member", columns: { organizationId: { type: "string" } } } as const;
      await auth.$context.db.remove(members, { where: { organizationId } });
    },
    async proveLongAgo(userId, factor) {
      await auth.$context.db.update(sessionTable, { where: { userId }, set: { proofs: { [factor]: 1 } } });
    },
    visit: (initialSession) => createVisit(browser(), plugins, capabilities, initialSession),
  };
}

function createVisit(
  browser: TestBrowser,
  plugins: readonly ClientPlugin[],
  capabilities: Capabilities | undefined,
  initialSession?: SessionSeed,
): Visit {
  const held = new Map<string, Promise<void>>();
  const base = `${testOrigin}/api/auth`;
  const fetchHere = async (url: unknown, init: RequestInit = {}): Promise<Response> => {
    const path = String(url).slice(base.length);
    visit.asked.push(path);
    visit.onSend?.(path, init.body ? JSON.parse(String(init.body)) : null);
    await held.get(path);
    if (visit.isOffline) throw new TypeError("fetch failed");
    const headers = new Headers(init.headers);
    headers.set("user-agent", firefox);
    if (init.method === "POST") headers.set("origin", testOrigin);
    const { method = "GET", body = null } = init;
    const reply = await browser.send(path, { method, body, headers });
    if (init.signal?.aborted) throw new DOMException("left", "AbortError");
    visit.answered.push(path);
    visit.setCookies.push(...reply.setCookies);
    return new Response(JSON.stringify(reply.body), { status: reply.status, headers: reply.headers });
  };
  const visit: Visit = {
    client: createAuthClient({
      baseURL: testOrigin,
      fetch: fetchHere,
      plugins,
      initialSession,
      navigate: (url) => void visit.left.push(url),
    }),
    browser,
    asked: [],
    answered: [],
    setCookies: [],
    went: [],
    left: [],
    isOffline: false,
    hold: (path) => {
      let letGo = (): void => {};
      held.set(path, new Promise<void>((done) => (letGo = done)));
      return () => {
        held.delete(path);
        letGo();
      };
    },
    wrap: (element, props) => (
      <AuthUiProvider
        client={visit.client}
        // As on a page that the server rendered. Pass `undefined` for one that asks for them.
        capabilities={capabilities}
        navigate={(path) => void visit.went.push(path)}
        {...props}
      >
        {element}
      </AuthUiProvider>
    ),
    show: (element, props) =>
      Object.assign(render(visit.wrap(element, props)), { person: userEvent.setup({ delay: null }) }),
  };
  return visit;
}

class NoLayout {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}
