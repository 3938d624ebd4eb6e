/** Runs the app on a real server, and checks every response against the OpenAPI document. */

import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { openApiDocument } from "@latchkey/core/openapi";
import { toNodeHandler } from "@latchkey/node";
import { type CookieFetch, cookieFetch } from "../interop/client.ts";
import { makeApp } from "./app.ts";
import { type Conformance, conformance } from "./conformance.ts";

/** A running app. */
export interface RunningApp extends AsyncDisposable {
  readonly auth: ReturnType<typeof makeApp>;
  /** The app's origin. */
  readonly origin: string;
  /** Origin and base path. */
  readonly base: string;
  readonly checker: Conformance;
  /** Every response that differs from the document, with the reason. */
  readonly violations: string[];
  /** Creates a browser without cookies, over HTTP or directly on the handler. */
  browser(send?: Send): CookieFetch;
  readonly overHttp: Send;
  readonly inProcess: Send;
}

type Send = (request: Request) => Promise<Response>;

export async function runApp(): Promise<RunningApp> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const auth = makeApp(origin);
  server.on("request", toNodeHandler(auth));
  const { basePath } = auth.$context.settings;
  const base = `${origin}${basePath}`;
  const judge = conformance(openApiDocument(auth));
  const complaints: string[] = [];
  const judged =
    (send: Send): Send =>
    async (request) => {
      const response = await send(request);
      const { pathname } = new URL(request.url);
      const path = pathname.startsWith(`${basePath}/`) ? pathname.slice(basePath.length) : pathname;
      const complaint = await judge.check(request.method, path, response);
      if (complaint && !complaints.includes(complaint)) complaints.push(complaint);
      return response;
    };
  const overHttp = judged((request) => fetch(request, { redirect: "manual" }));
  const straight = judged((request) => auth.handler(request, { remoteAddress: "127.0.0.1" }));
  return {
    auth,
    origin,
    base,
    checker: judge,
    violations: complaints,
    overHttp,
    inProcess: straight,
    browser: (send = overHttp) => cookieFetch(origin, send),
    async [Symbol.asyncDispose]() {
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
