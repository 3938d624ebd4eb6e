/** Components in a jsdom page, with a real auth handler. Only the requests in between can be delayed. */

import type { ClientPlugin } from "@latchkey/client";
import type { Capabilities } from "@latchkey/client/capabilities";
import type { AuthOptions } from "@latchkey/core";
import { accountTable, sessionTable, userTable } from "@latchkey/core/plugin";
import { memberTable } from "@latchkey/organization";
import { createAuthClient, type SessionSeed } from "@latchkey/react";
import { ssoDomainTable } from "@latchkey/sso";
import { plainPasswords, startAuth, type TestBrowser, testOrigin } from "@latchkey/test-kit";
import { cleanup, configure, type RenderResult, render } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import type { ReactElement, ReactNode } from "react";
import { afterEach, beforeEach, expect, vi } from "vitest";
import { AuthUiProvider, type AuthUiProviderProps } from "../src/provider/provider.tsx";
import { patientUser } from "./patient-user.ts";
import { speedUpStyles } from "./styles.ts";
import { firefox } from "./user-agents.ts";

type Client = ReturnType<typeof createAuthClient>;

export interface Site {
  /** A browser on another device. */
  browser(): TestBrowser;
  /** Writes values to a user's row, bypassing all rules. */
  setUser(userId: string, values: object): Promise<void>;
  /** Deletes the user, as an admin would. */
  removeUser(userId: string): Promise<void>;
  /** Links an account at this provider to the user. */
  link(userId: string, providerId: string): Promise<void>;
  /** Removes the user's password. */
  removePassword(userId: string): Promise<void>;
  /** Removes the rows of an organization's members, without the other effects of leaving. */
  removeMembers(organizationId: string): Promise<void>;
  /** Suspends a member, as a directory does. */
  suspendMember(userId: string): Promise<void>;
  /** Requires SSO for a verified domain, without the provider test that owners need. */
  requireSso(domain: string, providerId: string): Promise<void>;
  /** Sets this factor as the only one that the user's sessions have verified, decades ago. */
  proveLongAgo(userId: string, factor: string): Promise<void>;
  /** Makes a call that only the app's server can make. */
  call<T>(name: string, body: object): Promise<T>;
  /** Opens a user's browser with its own client. */
  visit(initialSession?: SessionSeed): Visit;
}

export interface Visit {
  readonly client: Client;
  /** The cookies that the client sends. Tests use it to sign up without a component. */
  readonly browser: TestBrowser;
  /** Paths that the client requested, in order. */
  readonly asked: string[];
  /** Requested paths whose response has arrived. */
  readonly answered: string[];
  /** Responses with a status of 400 or higher, such as `404 /delete-user`. */
  readonly refused: string[];
  /** Every `set-cookie` header in the responses. */
  readonly setCookies: string[];
  /** Paths that the components navigated to. */
  readonly went: string[];
  /** URLs that the client itself navigated to, such as a provider's. */
  readonly left: string[];
  /** Called with each request's path and body. */
  onSend?: (path: string, body: unknown) => void;
  /** Holds requests to a path, with any query, until the returned function is called. */
  hold(path: string): () => void;
  /** Whether requests fail before they reach the server. */
  isOffline: boolean;
  /** Wraps an element in the provider. */
  wrap(element: ReactNode, props?: Partial<AuthUiProviderProps>): ReactElement;
  /** Renders an element inside the provider, and returns a user with keyboard and pointer. */
  show(element: ReactNode, props?: Partial<AuthUiProviderProps>): RenderResult & { readonly person: UserEvent };
}

/**
 * Matches the element with exactly this text, even if it's spread over elements, such as an email that keeps its
 * direction.
 */
export const wholeText =
  (text: string) =>
  (_: string, element: Element | null): boolean =>
    element?.textContent === text && [...element.children].every((child) => child.textContent !== text);

// The default of one second is too short for password hashing on a busy machine.
configure({ asyncUtilTimeout: 10_000 });

/** Cleans up after each test of a file, and fails a test if React or jsdom logged a warning. */
export function watchScreens(): void {
  const complaints: unknown[] = [];
  beforeEach(() => {
    vi.spyOn(console, "error").mockImplementation((...what) => void complaints.push(what));
    // jsdom has no layout, so there's nothing to observe.
    vi.stubGlobal("ResizeObserver", NoLayout);
    speedUpStyles();
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

// jsdom's class differs from the one that the server's cryptography returns, and the server runs here too.
globalThis.ArrayBuffer = Buffer.from([]).buffer.constructor as ArrayBufferConstructor;

/** @param plugins client plugins of every visit's client */
export async function startSite(
  options: Partial<AuthOptions> = {},
  plugins: readonly ClientPlugin[] = [],
): Promise<Site> {
  const { emailAndPassword, ...rest } = options;
  const { auth, browser } = await startAuth({
    clock: () => new Date(),
    emailAndPassword: { enabled: true, password: plainPasswords, ...emailAndPassword },
    ...rest,
  });
  const capabilitiesResponse = await browser().get<Capabilities>("/capabilities");
  const capabilities = capabilitiesResponse.status === 200 ? capabilitiesResponse.body : undefined;
  let links = 0;
  return {
    browser,
    async setUser(userId, values) {
      await auth.$context.db.update(userTable, { where: { id: userId }, set: values });
    },
    async removeUser(userId) {
      await auth.$context.db.remove(userTable, { where: { id: userId } });
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
    async suspendMember(userId) {
      await auth.$context.db.update(memberTable, { where: { userId }, set: { suspendedAt: new Date() } });
    },
    async requireSso(verified, providerId) {
      await auth.$context.db.update(ssoDomainTable, {
        where: { verified },
        set: { enforcement: "required", providerId },
      });
    },
    async proveLongAgo(userId, factor) {
      await auth.$context.db.update(sessionTable, { where: { userId }, set: { proofs: { [factor]: 1 } } });
    },
    async call(name, body) {
      const calls = auth.api as unknown as Record<string, (input: object) => Promise<never>>;
      return (await calls[name]?.({ body })) as never;
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
    await (held.get(path) ?? held.get(path.split("?", 1)[0] ?? ""));
    if (visit.isOffline) throw new TypeError("fetch failed");
    const headers = new Headers(init.headers);
    headers.set("user-agent", firefox);
    if (init.method === "POST") headers.set("origin", testOrigin);
    const { method = "GET", body = null } = init;
    const reply = await browser.send(path, { method, body, headers });
    if (init.signal?.aborted) throw new DOMException("left", "AbortError");
    visit.answered.push(path);
    if (reply.status >= 400) visit.refused.push(`${reply.status} ${path}`);
    visit.setCookies.push(...reply.setCookies);
    const text = reply.status === 204 ? null : JSON.stringify(reply.body);
    return new Response(text, { status: reply.status, headers: reply.headers });
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
    refused: [],
    setCookies: [],
    went: [],
    left: [],
    isOffline: false,
    hold: (path) => {
      let release = (): void => {};
      held.set(path, new Promise<void>((done) => (release = done)));
      return () => {
        held.delete(path);
        release();
      };
    },
    wrap: (element, props) => (
      <AuthUiProvider
        client={visit.client}
        // Pages start with capabilities, as if rendered by the server. Pass `undefined` for a page that requests them.
        capabilities={capabilities}
        navigate={(path) => void visit.went.push(path)}
        {...props}
      >
        {element}
      </AuthUiProvider>
    ),
    show: (element, props) => Object.assign(render(visit.wrap(element, props)), { person: patientUser() }),
  };
  return visit;
}

class NoLayout {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}
