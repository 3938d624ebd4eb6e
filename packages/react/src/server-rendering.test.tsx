/** Tests rendering without a window. */

import type { ReactElement } from "react";
import { renderToString } from "react-dom/server";
import { expect, test } from "vitest";
import { sessionOf, startTestServer } from "../test/server.ts";
import { type AnyReactClient, AuthClientProvider, createAuthClient, type SessionSeed } from "./index.ts";

const server = startTestServer();
const open = (initialSession?: SessionSeed): AnyReactClient =>
  createAuthClient({ baseURL: server.baseURL, initialSession });

function State({ client }: { readonly client: AnyReactClient }): ReactElement {
  const { data, error, isPending, isRefetching } = client.useSession();
  return <p>{JSON.stringify({ data, error, isPending, isRefetching })}</p>;
}

function Name({ client }: { readonly client: AnyReactClient }): ReactElement {
  const { data, isPending } = client.useSession();
  return <p>{isPending ? "pending" : (data?.user.name ?? "nobody")}</p>;
}

test("a server renders the session as pending, without a request", async () => {
  expect(typeof window).toBe("undefined");
  const html = renderToString(<State client={open()} />).replaceAll("&quot;", '"');
  expect(html).toBe('<p>{"data":null,"error":null,"isPending":true,"isRefetching":false}</p>');
  await new Promise((done) => setTimeout(done, 40));
  expect(server.requests).toEqual([]);
});

test("one client can render many requests, each with its own session", () => {
  const client = open();
  const render = (initialSession: SessionSeed | null | undefined): string =>
    renderToString(
      <AuthClientProvider client={client} initialSession={initialSession}>
        <Name client={client} />
      </AuthClientProvider>,
    );
  expect([sessionOf("ann"), sessionOf("bob"), null, undefined, sessionOf("ann")].map(render)).toEqual([
    "<p>ann</p>",
    "<p>bob</p>",
    "<p>nobody</p>",
    "<p>pending</p>",
    "<p>ann</p>",
  ]);
  expect(client.$stores.session.get()).toMatchObject({ data: null, isPending: true });
});

test("a provider's session only applies to its own client", () => {
  const html = renderToString(
    <AuthClientProvider client={open()} initialSession={sessionOf("ann")}>
      <Name client={open()} />
    </AuthClientProvider>,
  );
  expect(html).toBe("<p>pending</p>");
});

test("a client created for one request renders that request's session", () => {
  expect(renderToString(<Name client={open(sessionOf("ann"))} />)).toBe("<p>ann</p>");
});
