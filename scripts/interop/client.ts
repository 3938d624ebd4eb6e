/** better-auth's client with a simulated browser, because Node's fetch doesn't store cookies or send an origin. */

import { createAuthClient } from "better-auth/client";

/** A `fetch` that stores cookies and sends an origin, like a browser. */
export interface CookieFetch {
  readonly cookies: Map<string, string>;
  readonly fetch: (input: RequestInfo | URL, init?: RequestInit) => Promise<Response>;
}

export function cookieFetch(origin: string, send: (request: Request) => Promise<Response>): CookieFetch {
  const cookies = new Map<string, string>();
  return {
    cookies,
    async fetch(input, init) {
      const headers = new Headers(init?.headers ?? (input instanceof Request ? input.headers : {}));
      headers.set("origin", origin);
      if (cookies.size > 0) headers.set("cookie", [...cookies].map(([name, value]) => `${name}=${value}`).join("; "));
      const response = await send(new Request(input, { ...init, headers }));
      for (const line of response.headers.getSetCookie()) {
        const [name = "", value = ""] = (line.split(";", 1)[0] as string).split(/=(.*)/s);
        if (line.includes("Max-Age=0")) cookies.delete(name);
        else cookies.set(name, value);
      }
      return response;
    },
  };
}

/** Creates better-auth's client, with a `fetch` that stores cookies. */
export function peerClient(origin: string, send: (request: Request) => Promise<Response> = fetch) {
  const browser = cookieFetch(origin, send);
  const fetchOptions = { customFetchImpl: browser.fetch };
  return { ...browser, auth: createAuthClient({ baseURL: origin, fetchOptions }) };
}
