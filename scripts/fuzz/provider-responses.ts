/** Fakes every external server that the app calls. A code that starts with `hostile` gets a malformed response. */

import { createHash } from "node:crypto";

type Answer = (form: URLSearchParams, headers: Headers) => Response;

const json = (body: unknown, status = 200): Response =>
  new Response(JSON.stringify(body), { status, headers: { "content-type": "application/json" } });

/** Malformed responses of a provider. */
const bad: readonly (() => Response)[] = [
  () => json({}, 500),
  () => json(null),
  () => json([]),
  () => json("text"),
  () => new Response("<html>maintenance</html>", { headers: { "content-type": "text/html" } }),
  () => new Response(null, { status: 302, headers: { location: "https://evil.test/" } }),
  () => json({ access_token: {}, token_type: [], expires_in: "soon", id_token: 7 }),
  () => json({ access_token: "at", token_type: "bearer", expires_in: -1e308, id_token: "a.b.c", scope: 1 }),
  () => json({ error: "invalid_grant", error_description: "\u0000<script>\r\nx: y" }, 400),
  () => json({ id: { $ne: null }, name: ["\ud800"], email: "x@y@z", login: null, avatar_url: "javascript:1" }),
  () => new Response("x".repeat(2_000_000)),
];

const number = (text: string): number =>
  Number.parseInt(createHash("sha256").update(text).digest("hex").slice(0, 8), 16);

function tokenAnswer(form: URLSearchParams): Response {
  const code = form.get("code") ?? form.get("refresh_token") ?? "";
  if (code.startsWith("hostile-token")) return (bad[number(code) % bad.length] as () => Response)();
  const tokens = { access_token: `at:${code}`, refresh_token: `rt:${code}`, token_type: "bearer", expires_in: 3600 };
  return json({ ...tokens, scope: "read:user,user:email" });
}

/** Returns the user that the code stands for. */
function personAnswer(_: URLSearchParams, headers: Headers): Response {
  const token = headers.get("authorization") ?? "";
  if (token.includes("hostile")) return (bad[number(token) % bad.length] as () => Response)();
  return json({ id: number(token), login: "someone", name: "Some One", email: `p${number(token)}@github.example` });
}

const responders: Readonly<Record<string, Answer>> = {
  "github.com/login/oauth/access_token": tokenAnswer,
  "api.github.com/user": personAnswer,
  "api.github.com/user/emails": (_, headers) =>
    json([{ email: `p${number(headers.get("authorization") ?? "")}@github.example`, verified: true, primary: true }]),
  "oauth2.googleapis.com/token": tokenAnswer,
  "www.googleapis.com/oauth2/v3/certs": () => json({ keys: [] }),
  "challenges.cloudflare.com/turnstile/v0/siteverify": (form) =>
    json({ success: form.get("response") === "solved", "error-codes": [] }),
};

/** The `fetch` function of the app under test. */
export const providerFetch: typeof fetch = async (input, init) => {
  const { host, pathname } = new URL(String(input));
  if (host === "api.pwnedpasswords.com") return new Response(`${"0".repeat(35)}:0\r\n`);
  const form = new URLSearchParams(init?.body ? String(init.body) : "");
  return responders[host + pathname]?.(form, new Headers(init?.headers)) ?? json({}, 404);
};
