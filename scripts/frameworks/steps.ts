/** Steps that every framework's example must pass, sent over HTTP as a TLS proxy would. */

import assert from "node:assert/strict";
import { request } from "node:http";

/** A running app. */
export interface Deployment {
  /** The URL that it listens on, such as `http://127.0.0.1:3000`. */
  readonly url: string;
  /** The URL that browsers use, which is its `AUTH_URL`. */
  readonly origin: string;
}

/** A single check. Steps build on each other, so run all of them in order. */
export interface Step {
  readonly title: string;
  run(): Promise<void>;
}

/** The name tests that pages escape it. */
export const person = { name: "Ann <b>", email: "ann@example.com", password: "a few words in a row" } as const;

/** @throws {AssertionError} from a step, if the app behaves differently */
export function stepsFor(trial: Deployment): readonly Step[] {
  const browser = new Browser(trial);
  return [
    {
      title: "a signed-out user sees a sign-in link, and gets a 401 from the app's own endpoint",
      async run() {
        const page = await browser.get("/");
        assert.equal(page.status, 200);
        assert.match(await page.text(), /sign in/i);
        assert.equal((await browser.get("/api/profile")).status, 401);
      },
    },
    {
      title: "signing up sets a session cookie with the attributes that the origin requires",
      async run() {
        const reply = await browser.post("/api/auth/sign-up/email", person);
        assert.equal(reply.status, 200, await reply.clone().text());
        const secure = trial.origin.startsWith("https:");
        const [cookie = "", ...attributes] = sessionLine(reply, secure).split("; ");
        assert.ok(cookie.length > 60);
        for (const one of ["HttpOnly", "SameSite=Lax", "Path=/", ...(secure ? ["Secure"] : [])])
          assert.ok(attributes.includes(one), `${one} is missing: ${attributes}`);
        assert.ok(!attributes.some((one) => one.startsWith("Domain=")));
      },
    },
    {
      title: "a signed-in user gets a 200 from the endpoint, and a server-rendered page with their name, escaped",
      async run() {
        const profile = await browser.get("/api/profile");
        assert.deepEqual([profile.status, await profile.json()], [200, { email: person.email }]);
        assert.match(await (await browser.get("/")).text(), /Hello, Ann &(?:lt|#60);b/);
      },
    },
    {
      title: "each cookie has its own header",
      async run() {
        const reply = await browser.post("/api/auth/sign-in/email", { ...person, rememberMe: false });
        assert.equal(reply.status, 200, await reply.clone().text());
        for (const name of ["session_token", "dont_remember"]) {
          const lines = reply.headers.getSetCookie().filter((line) => line.includes(`latchkey.${name}=`));
          assert.equal(lines.length, 1, name);
          assert.doesNotMatch(lines[0] ?? "", /Max-Age|Expires|latchkey.*latchkey/);
        }
      },
    },
    {
      title: "a request from an untrusted origin is rejected",
      async run() {
        const reply = await browser.post("/api/auth/sign-in/email", person, { origin: "https://evil.example" });
        assert.deepEqual([reply.status, (await codeOf(reply)) ?? ""], [403, "INVALID_ORIGIN"]);
        assert.deepEqual(reply.headers.getSetCookie(), []);
      },
    },
    {
      title: "a body of two megabytes is rejected, and the app keeps running",
      async run() {
        assert.equal(await statusOfLargeBody(trial, browser.cookie), 413);
        assert.equal((await browser.get("/api/profile")).status, 200);
      },
    },
    {
      title: "other methods, unknown paths, and trailing slashes reach no endpoint",
      async run() {
        assert.deepEqual(await (await browser.get("/api/auth/ok")).json(), { ok: true });
        assert.equal((await browser.send("/api/auth/ok", { method: "HEAD" })).status, 404);
        const unknown = await browser.get("/api/auth/nothing");
        assert.deepEqual([unknown.status, await codeOf(unknown)], [404, "NOT_FOUND"]);
        // Next.js redirects with 308 on its own.
        assert.ok([404, 308].includes((await browser.get("/api/auth/get-session/")).status));
      },
    },
    {
      title: "signing out ends the session, and a kept cookie no longer works",
      async run() {
        const earlier = browser.cookie;
        const reply = await browser.post("/api/auth/sign-out", {});
        assert.equal(reply.status, 200);
        assert.ok(reply.headers.getSetCookie().length > 1);
        assert.doesNotMatch(browser.cookie, /session_token|dont_remember/);
        for (const cookie of [browser.cookie, earlier]) {
          assert.equal((await browser.get("/api/profile", { cookie })).status, 401);
          assert.doesNotMatch(await (await browser.get("/", { cookie })).text(), /Hello/);
        }
      },
    },
  ];
}

/** Stores cookies, doesn't follow redirects, and sends the headers of a proxy. */
export class Browser {
  readonly #trial: Deployment;
  readonly #jar = new Map<string, string>();

  constructor(trial: Deployment) {
    this.#trial = trial;
  }

  get cookie(): string {
    return [...this.#jar].map(([name, value]) => `${name}=${value}`).join("; ");
  }

  get(path: string, headers: Readonly<Record<string, string>> = {}): Promise<Response> {
    return this.send(path, { headers });
  }

  post(path: string, body: object, headers: Readonly<Record<string, string>> = {}): Promise<Response> {
    const own = { "content-type": "application/json", origin: this.#trial.origin };
    return this.send(path, { method: "POST", headers: { ...own, ...headers }, body: JSON.stringify(body) });
  }

  async send(path: string, init: RequestInit): Promise<Response> {
    const { host, protocol } = new URL(this.#trial.origin);
    const forwarded = { "x-forwarded-host": host, "x-forwarded-proto": protocol.slice(0, -1) };
    const headers = new Headers({ cookie: this.cookie, "x-forwarded-for": "192.0.2.7", ...forwarded });
    new Headers(init.headers).forEach((value, name) => {
      headers.set(name, value);
    });
    const reply = await fetch(this.#trial.url + path, { redirect: "manual", ...init, headers });
    for (const line of reply.headers.getSetCookie()) this.#keep(line);
    return reply;
  }

  #keep(line: string): void {
    const [pair = "", ...attributes] = line.split("; ");
    const name = pair.slice(0, pair.indexOf("="));
    if (attributes.includes("Max-Age=0")) this.#jar.delete(name);
    else this.#jar.set(name, pair.slice(name.length + 1));
  }
}

/** Uses a separate connection, because servers can close one with an unread body. */
function statusOfLargeBody({ url, origin }: Deployment, cookie: string): Promise<number | undefined> {
  const headers = { "content-type": "application/json", "content-length": 2 ** 21, origin, cookie };
  return new Promise((resolve, reject) => {
    const options = { method: "POST", agent: false, headers, timeout: 20_000 };
    const sent = request(`${url}/api/auth/update-user`, options, ({ statusCode }) => {
      resolve(statusCode);
      sent.destroy();
    });
    sent.on("timeout", () => sent.destroy(new Error("No response to a large body")));
    sent.on("error", reject).write("a".repeat(2 ** 16));
  });
}

function sessionLine(reply: Response, secure: boolean): string {
  const name = `${secure ? "__Host-" : ""}latchkey.session_token=`;
  const line = reply.headers.getSetCookie().find((one) => one.startsWith(name));
  assert.ok(line, `No ${name} among ${reply.headers.getSetCookie()}`);
  return line;
}

async function codeOf(reply: Response): Promise<string | undefined> {
  return ((await reply.json()) as { code?: string }).code;
}
