// @vitest-environment jsdom

import type { ClientPlugin, StoreState } from "@latchkey/client";
import { act, Profiler, type ReactElement, type ReactNode, StrictMode, Suspense, use, useEffect } from "react";
import { createRoot } from "react-dom/client";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { sessionOf, startTestServer } from "../test/server.ts";
import { pause, waitUntil } from "../test/wait-until.ts";
import { type AnyReactClient, AuthClientProvider, createAuthClient, useAuthClient } from "./index.ts";

const server = startTestServer();
const leave: (() => Promise<void>)[] = [];

beforeEach(() => {
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
  server.responses.set("/get-session", sessionOf("ann"));
});

afterEach(async () => {
  for (const one of leave.splice(0)) await one();
});

async function render(element: ReactNode): Promise<{ text(): string; unmount(): Promise<void> }> {
  const container = document.createElement("div");
  const root = createRoot(container);
  await act(async () => root.render(element));
  const unmount = (): Promise<void> => act(async () => root.unmount());
  leave.push(unmount);
  return { text: () => container.textContent ?? "", unmount };
}

const open = (plugins: readonly ClientPlugin[] = []): AnyReactClient =>
  createAuthClient({ baseURL: server.baseURL, plugins });

function Name({ client }: { readonly client: AnyReactClient }): ReactElement {
  const { data, isPending } = client.useSession();
  return <p>{isPending ? "pending" : (data?.user.name ?? "nobody")};</p>;
}

/** Suspends until a promise resolves, and then renders its children. */
function Late({
  client,
  on,
  children,
}: {
  client: AnyReactClient;
  on: Promise<unknown>;
  children?: ReactNode;
}): ReactNode {
  client.useSession();
  use(on);
  return children;
}

function Reader({ client, onState }: { client: AnyReactClient; onState(state: StoreState<unknown>): void }): null {
  onState(client.useSession());
  return null;
}

function UserEffect({ client, onRun }: { client: AnyReactClient; onRun(id: string | undefined): unknown }): null {
  const user = client.useSession().data?.user;
  useEffect(() => void onRun(user?.id), [user, onRun]);
  return null;
}

function CallEffect({ client, onRun }: { client: AnyReactClient; onRun(): void }): ReactElement {
  const { useSession, signIn, listSessions } = client;
  const { data } = useSession();
  // biome-ignore lint/correctness/useExhaustiveDependencies: tests that these stay the same
  useEffect(() => onRun(), [signIn, listSessions, onRun]);
  return <p>{data?.user.name}</p>;
}

function ActiveTeam({ client }: { client: any }): ReactElement {
  return <p>{client.useActiveTeam().data?.name}</p>;
}

function Handed({ onClient }: { onClient?(client: AnyReactClient): void }): ReactElement {
  const client = useAuthClient();
  onClient?.(client);
  return <Name client={client} />;
}

describe("useSession", () => {
  test("is pending, then has the signed-in user, then follows changes", async () => {
    const client = open();
    const page = await render(<Name client={client} />);
    expect(page.text()).toBe("pending;");
    await waitUntil(() => expect(page.text()).toBe("ann;"));
    server.responses.set("/get-session", null);
    await act(async () => void (await client.signOut()));
    expect(page.text()).toBe("nobody;");
    await pause(40);
    expect(page.text()).toBe("nobody;");
  });

  test("refetch reloads", async () => {
    const client = open();
    let state = {} as StoreState<unknown>;
    await render(<Reader client={client} onState={(next) => (state = next)} />);
    await waitUntil(() => expect(state.isPending).toBe(false));
    server.responses.set("/get-session", sessionOf("bob"));
    await act(() => state.refetch());
    expect(state).toMatchObject({ data: { user: { id: "bob" } }, isRefetching: false });
  });

  test("50 components in strict mode and Suspense send one request", async () => {
    const client = open();
    const slow = Promise.all([new Promise((done) => setTimeout(done, 20)), import("node:path")]);
    const numbers = [...Array(50).keys()];
    const page = await render(
      <StrictMode>
        {numbers.map((i) => (
          <Suspense key={i} fallback="…">
            {i % 2 ? (
              <Late client={client} on={slow}>
                <Name client={client} />
              </Late>
            ) : (
              <Name client={client} />
            )}
          </Suspense>
        ))}
      </StrictMode>,
    );
    await waitUntil(() => expect(page.text()).toBe("ann;".repeat(50)));
    expect(server.requests).toEqual(["/get-session"]);
  });

  test("a component that mounts within a second after another unmounts sends no new request", async () => {
    const client = open();
    const first = await render(<Name client={client} />);
    await waitUntil(() => expect(first.text()).toBe("ann;"));
    await first.unmount();
    const second = await render(<Name client={client} />);
    expect(second.text()).toBe("ann;");
    expect(server.requests).toEqual(["/get-session"]);
  });

  test("a reload without changes runs no effects that depend on the data", async () => {
    const client = open();
    const runs: unknown[] = [];
    const onRun = (id: string | undefined): unknown => runs.push(id);
    await render(<UserEffect client={client} onRun={onRun} />);
    await waitUntil(() => expect(runs).toEqual([undefined, "ann"]));
    await act(() => client.$stores.session.get().refetch());
    expect(server.requests).toHaveLength(2);
    expect(runs).toEqual([undefined, "ann"]);
  });

  test("rendering alone sends no request", async () => {
    const client = open();
    const forever = new Promise(() => {});
    const commits = vi.fn();
    await render(
      <Profiler id="page" onRender={commits}>
        <Suspense fallback="…">
          <Late client={client} on={forever} />
        </Suspense>
      </Profiler>,
    );
    expect(commits).toHaveBeenCalled();
    expect(server.requests).toEqual([]);
  });

  test("can be destructured from the client, and calls can be effect dependencies", async () => {
    const client = open();
    const onRun = vi.fn();
    const page = await render(<CallEffect client={client} onRun={onRun} />);
    await waitUntil(() => expect(page.text()).toBe("ann"));
    expect(onRun).toHaveBeenCalledOnce();
  });
});

describe("stores of plugins", () => {
  const teams: ClientPlugin = {
    id: "teams",
    stores: { activeTeam: { path: "/teams/active" } },
  };

  test("each has a hook", async () => {
    const client = open([teams]) as any;
    server.responses.set("/teams/active", { name: "Blue" });
    const page = await render(<ActiveTeam client={client} />);
    await waitUntil(() => expect(page.text()).toBe("Blue"));
    server.responses.set("/teams/active", { name: "Red" });
    await act(async () => void (await client.teams.setActive({ id: "red" })));
    await waitUntil(() => expect(page.text()).toBe("Red"));
    await pause(40);
    expect(server.requests.filter((path) => path === "/teams/active")).toHaveLength(2);
  });

  test("a hook without its client plugin throws a helpful error", () => {
    expect(() => (open() as any).useActiveTeam()).toThrow(/useActiveTeam.*client plugin/);
  });
});

describe("the provider", () => {
  test("provides the client", async () => {
    const client = open();
    const onClient = vi.fn();
    const page = await render(
      <AuthClientProvider client={client}>
        <Handed onClient={onClient} />
      </AuthClientProvider>,
    );
    expect(onClient.mock.calls[0]?.[0]).toBe(client);
    await waitUntil(() => expect(page.text()).toBe("ann;"));
  });

  test("a component outside the provider throws a helpful error", async () => {
    const log = vi.spyOn(console, "error").mockImplementation(() => {});
    await expect(render(<Handed />)).rejects.toThrow("Wrap the component in <AuthClientProvider client={client}>.");
    log.mockRestore();
  });

  test("with a session from the server, nothing is pending and no request is sent", async () => {
    const client = open();
    const page = await render(
      <StrictMode>
        <AuthClientProvider client={client} initialSession={sessionOf("ann")}>
          <Name client={client} />
        </AuthClientProvider>
      </StrictMode>,
    );
    expect(page.text()).toBe("ann;");
    expect(server.requests).toEqual([]);
    expect(client.$stores.session.get().data?.user.createdAt).toBeInstanceOf(Date);
  });
});
