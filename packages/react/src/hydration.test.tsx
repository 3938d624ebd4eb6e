// @vitest-environment jsdom

import { act, type ReactElement, type ReactNode, StrictMode } from "react";
import { createRoot, hydrateRoot } from "react-dom/client";
import { renderToString } from "react-dom/server";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { sessionOf, startTestServer } from "../test/server.ts";
import { pause, waitUntil } from "../test/wait-until.ts";
import { type AnyReactClient, AuthClientProvider, createAuthClient, type SessionSeed } from "./index.ts";

const server = startTestServer();
const leave: (() => void)[] = [];
const complaints: unknown[] = [];

beforeEach(() => {
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
  vi.spyOn(console, "error").mockImplementation((...what) => void complaints.push(what));
  server.responses.set("/get-session", sessionOf("ann"));
});

afterEach(async () => {
  await act(async () => {
    for (const one of leave.splice(0)) one();
  });
  vi.restoreAllMocks();
  expect(complaints.splice(0)).toEqual([]);
});

/** Renders the server's HTML, and hydrates the page. */
async function takeOver(html: string, element: ReactNode): Promise<HTMLElement> {
  const container = document.createElement("div");
  container.innerHTML = html;
  const before = container.firstElementChild;
  await act(async () => {
    const root = hydrateRoot(container, element, { onRecoverableError: (error) => complaints.push(error) });
    leave.push(() => root.unmount());
  });
  expect(container.firstElementChild).toBe(before);
  return container;
}

function Page({ client, seen }: { readonly client: AnyReactClient; readonly seen?: string[] }): ReactElement {
  const { data, isPending } = client.useSession();
  const text = isPending ? "pending" : (data?.user.name ?? "nobody");
  seen?.push(text);
  return <p>{text}</p>;
}

const open = (initialSession?: SessionSeed): AnyReactClient =>
  createAuthClient({ baseURL: server.baseURL, initialSession });

test("a page rendered as pending hydrates without a mismatch, and then shows the session", async () => {
  const page = await takeOver(
    renderToString(<Page client={open()} />),
    <StrictMode>
      <Page client={open()} />
    </StrictMode>,
  );
  await waitUntil(() => expect(page.textContent).toBe("ann"));
  expect(server.requests).toEqual(["/get-session"]);
});

test("a store with data hydrates the pending HTML first", async () => {
  const client = open();
  await client.getSession();
  const seen: string[] = [];
  const page = await takeOver("<p>pending</p>", <Page client={client} seen={seen} />);
  expect(page.textContent).toBe("ann");
  expect([seen[0], seen.at(-1)]).toEqual(["pending", "ann"]);
  await waitUntil(() => expect(server.requests).toHaveLength(2));
});

test("a session from the server is in the first HTML, and stays without a request", async () => {
  const initialSession = sessionOf("ann");
  const seen: string[] = [];
  const page = (client: AnyReactClient): ReactElement => (
    <AuthClientProvider client={client} initialSession={initialSession}>
      <Page client={client} seen={seen} />
    </AuthClientProvider>
  );
  const html = renderToString(page(open()));
  expect(html).toBe("<p>ann</p>");
  const container = await takeOver(html, page(open()));
  expect(container.textContent).toBe("ann");
  expect(new Set(seen)).toEqual(new Set(["ann"]));
  await pause(40);
  expect(server.requests).toEqual([]);
});

test("a later session from the server is verified once, and a known session isn't verified", async () => {
  const client = open();
  const page = (initialSession: SessionSeed | null): ReactElement => (
    <AuthClientProvider client={client} initialSession={initialSession}>
      <Page client={client} />
    </AuthClientProvider>
  );
  const container = document.createElement("div");
  const root = createRoot(container);
  leave.push(() => root.unmount());
  await act(async () => root.render(page(null)));
  expect(container.textContent).toBe("nobody");

  await act(async () => root.render(page(sessionOf("ann"))));
  await waitUntil(() => expect(container.textContent).toBe("ann"));
  expect(server.requests).toEqual(["/get-session"]);

  await act(async () => root.render(page(sessionOf("ann"))));
  await act(async () => root.render(page((await client.getSession()).data)));
  const asked = server.requests.length;
  await pause(40);
  expect(server.requests).toHaveLength(asked);

  // The response takes precedence over the rendered session.
  await act(async () => root.render(page(sessionOf("bob"))));
  await waitUntil(() => expect(server.requests).toHaveLength(asked + 1));
  expect(container.textContent).toBe("ann");
});

test("a provider that's remounted with a different session verifies it, too", async () => {
  const client = open();
  const layout = (name: string, initialSession: SessionSeed | null): ReactElement => (
    <StrictMode>
      <AuthClientProvider key={name} client={client} initialSession={initialSession}>
        <Page client={client} />
      </AuthClientProvider>
    </StrictMode>
  );
  const container = document.createElement("div");
  const root = createRoot(container);
  leave.push(() => root.unmount());
  await act(async () => root.render(layout("door", null)));
  expect(container.textContent).toBe("nobody");

  // A server action signs in and navigates to a page with a separate layout.
  await act(async () => root.render(layout("house", sessionOf("ann"))));
  await waitUntil(() => expect(container.textContent).toBe("ann"));
  expect(server.requests).toEqual(["/get-session"]);

  await act(async () => root.render(layout("garden", sessionOf("ann"))));
  await pause(40);
  expect(server.requests).toHaveLength(1);
});

test("the client's initialSession option also hydrates without a request", async () => {
  const html = renderToString(<Page client={open(sessionOf("ann"))} />);
  const container = await takeOver(html, <Page client={open(sessionOf("ann"))} />);
  expect(container.textContent).toBe("ann");
  expect(server.requests).toEqual([]);
});
