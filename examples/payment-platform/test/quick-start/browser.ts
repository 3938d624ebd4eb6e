/** Runs the guide's client code like the app's page, with its URL, origin, and cookies. Prints where it navigates. */

import { pathToFileURL } from "node:url";

const page = new URL("/pricing", process.env.AUTH_URL);
const cookies = new Map<string, string>();
const realFetch = globalThis.fetch;
const navigated: string[] = [];

Object.assign(globalThis, {
  location: { href: page.href, origin: page.origin, assign: (url: string) => void navigated.push(url) },
  async fetch(url: string, init: RequestInit = {}) {
    const headers = new Headers(init.headers);
    headers.set("origin", page.origin);
    headers.set("cookie", [...cookies].map(([name, value]) => `${name}=${value}`).join("; "));
    const response = await realFetch(new URL(url, page), { ...init, headers });
    for (const line of response.headers.getSetCookie()) {
      const [pair = ""] = line.split(";");
      cookies.set(pair.slice(0, pair.indexOf("=")), pair.slice(pair.indexOf("=") + 1));
    }
    return response;
  },
});

const { client } = await import(pathToFileURL("client.ts").href);
const { buy } = await import(pathToFileURL("buy.ts").href);
const signUp = await client.signUp.email({ name: "Ann", email: "ann@example.com", password: "a few words in a row" });
const { data: products } = await client.billing.products();
const { error } = await buy();
const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
console.log(JSON.stringify({ errors: [signUp.error, error], products, navigated, cookie }));
process.exit(0);
