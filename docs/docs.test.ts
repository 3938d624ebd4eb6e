/** The docs do what they show: their programs run, and their links work. `compile.long.test.ts` compiles their code. */

import { once } from "node:events";
import { existsSync, rmSync } from "node:fs";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { dirname, join, normalize } from "node:path";
import { type ClientPlugin, createAuthClient } from "@latchkey/client";
import type { Plugin } from "@latchkey/core";
import { startAuth } from "@latchkey/test-kit";
import { afterAll, describe, expect, test, vi } from "vitest";
import { anchorsOf, blocksOf, linksOf, pages, root } from "./blocks.ts";
import { generatedPages } from "./contents.ts";
import { folderOf, writeBlocks } from "./written-blocks.ts";

const found = pages();
const generated = generatedPages.map((path) => `docs/${path}.md`);
const { folder } = writeBlocks();
afterAll(() => rmSync(folder, { recursive: true, force: true }));

// Values that a reader would set: a secret, a file, and a port.
Object.assign(process.env, { AUTH_SECRET: "uX3vT9qLr7WmZ2kPd8NfYc5JhB6sGa4E", DATABASE: ":memory:", PORT: "0" });

/** A page's block as a module. */
function run<T>(page: string, file: string): Promise<T> {
  return import(/* @vite-ignore */ join(folder, folderOf(page), file));
}

describe.each([...found])("%s", (page, markdown) => {
  test("has links that lead somewhere", () => {
    const broken = linksOf(markdown).filter((link) => {
      const [path = "", anchor] = link.split("#");
      const target = path === "" ? page : normalize(join(dirname(page), path));
      if (generated.includes(target)) return anchor !== undefined;
      if (!existsSync(join(root, target))) return true;
      return anchor !== undefined && !anchorsOf(found.get(target) ?? "").includes(anchor);
    });
    expect(broken).toEqual([]);
  });
});

const person = { name: "Ann", email: "ann@example.com", password: "a few words in a row" };

interface Handles {
  handler(request: Request): Promise<Response>;
}

/** Signs the user up over HTTP, and returns the response's cookies. */
async function signUp(auth: Handles, origin = "http://localhost"): Promise<string> {
  const response = await auth.handler(
    new Request(`${origin}/api/auth/sign-up/email`, {
      method: "POST",
      headers: { origin, "content-type": "application/json" },
      body: JSON.stringify(person),
    }),
  );
  expect(response.status).toBe(200);
  return response.headers
    .getSetCookie()
    .map((line) => line.split(";", 1)[0])
    .join("; ");
}

describe("README.md: the server", () => {
  test("signs a user up, and shows them what's hidden from strangers", async () => {
    const { auth } = await run<{ auth: Handles }>("README.md", "auth.ts");
    const { server } = await run<{ server: Server }>("README.md", "server.ts");
    if (!server.listening) await once(server, "listening");
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const cookie = await signUp(auth, "http://localhost:5173");

    const known = await fetch(`${url}/secret`, { headers: { cookie } });
    const unknown = await fetch(`${url}/secret`);
    const session = await fetch(`${url}/api/auth/get-session`, { headers: { cookie } });

    expect([known.status, await known.text()]).toEqual([200, "For Ann only"]);
    expect(unknown.status).toBe(401);
    expect(await session.json()).toMatchObject({ user: { email: person.email } });
    await new Promise((resolve) => server.close(resolve));
  });
});

describe("docs/guides/write-a-plugin.md: the plugin", () => {
  test("has at most 90 lines with its client half", () => {
    const page = "docs/guides/write-a-plugin.md";
    const halves = ["membership.ts", "membership-client.ts"];
    const code = blocksOf(page, found.get(page) ?? "").filter(({ file }) => halves.includes(file));
    expect(code).toHaveLength(2);
    expect(code.flatMap(({ code }) => code.trimEnd().split("\n")).length).toBeLessThanOrEqual(90);
  });

  test("responds over HTTP and on the server", async () => {
    const { auth } = await run<{ auth: Handles & { api: Record<string, (input: object) => Promise<unknown>> } }>(
      "docs/guides/write-a-plugin.md",
      "auth.ts",
    );
    const origin = "http://localhost:3000";
    const cookie = await signUp(auth, origin);
    const join = new Request(`${origin}/api/auth/membership/join`, {
      method: "POST",
      headers: { cookie, origin, "content-type": "application/json" },
      body: JSON.stringify({ level: "plus" }),
    });

    const joined = await auth.handler(join);

    expect([joined.status, await joined.json()]).toEqual([200, { level: "plus" }]);
    expect(await auth.api.currentMembership?.({ headers: { cookie } })).toEqual({ level: "plus" });
  });
});

describe("docs/guides/add-a-sign-in-step.md: the plugin", () => {
  test("pauses a sign-up until the step is done, and lets the next sign-in pass", async () => {
    const { phone } = await run<{ phone(): Plugin }>("docs/guides/add-a-sign-in-step.md", "phone.ts");
    const { browser } = await startAuth({ plugins: [phone()] });
    const ann = browser();

    expect((await ann.signUp(person.email)).body).toMatchObject({ token: null, phoneRequired: true });
    expect((await browser().post("/phone/add", { phone: "555-0100" })).body).toMatchObject({ code: "SIGN_IN_EXPIRED" });
    expect((await ann.post("/phone/add", { phone: "555-0100" })).body).toEqual({ status: true });
    expect((await ann.get("/get-session")).body).toMatchObject({ user: { email: person.email } });
    expect((await browser().signIn(person.email)).body).toMatchObject({ user: { email: person.email } });
  });
});

describe("docs/guides/write-a-plugin.md: the client half", () => {
  test("calls the endpoints of the server half", async () => {
    const { auth } = await run<{ auth: Handles }>("docs/guides/write-a-plugin.md", "auth.ts");
    const { membershipClient } = await run<{ membershipClient(): ClientPlugin }>(
      "docs/guides/write-a-plugin.md",
      "membership-client.ts",
    );
    const client = createAuthClient({
      baseURL: "http://localhost:3000",
      plugins: [membershipClient()],
      fetch: (input, init) => auth.handler(new Request(input, init)),
    });
    expect(Object.keys(client.$stores)).toEqual(["session", "membership"]);
    expect(await client.$fetch("/membership/current")).toMatchObject({ error: { code: "UNAUTHORIZED", status: 401 } });
  });
});

// Runs the pages' own tests.
describe("docs/guides/write-a-plugin.md: the tests", async () => {
  await run("docs/guides/write-a-plugin.md", "membership.spec.ts");
});
describe("docs/guides/testing.md: the tests", async () => {
  await run("docs/guides/testing.md", "profile.spec.ts");
  await run("docs/guides/testing.md", "mail.spec.ts");
});
describe("docs/guides/write-an-adapter.md: the conformance test", async () => {
  await run("docs/guides/write-an-adapter.md", "adapter.spec.ts");
});

describe("docs/guides/email-and-password.md", () => {
  test("signs a user up with the declared fields", async () => {
    const { user, plan } = await run<{ user: { nickname: string }; plan: string }>(
      "docs/guides/email-and-password.md",
      "sign-up.ts",
    );
    expect([user.nickname, plan]).toEqual(["annie", "free"]);
  });
});

describe("docs/guides/sessions.md", () => {
  test("identifies the caller in both ways", async () => {
    const { auth, whoIs, peek } = await run<{
      auth: Handles;
      whoIs(request: Request): Promise<Response>;
      peek(headers: Headers): Promise<object | null>;
    }>("docs/guides/sessions.md", "who.ts");
    const headers = new Headers({ cookie: await signUp(auth) });

    expect(await (await whoIs(new Request("http://localhost/", { headers }))).json()).toBe(person.email);
    expect(await peek(headers)).toMatchObject({ user: { email: person.email } });
    expect(await peek(new Headers())).toBeNull();
  });
});

describe("docs/guides/migrations.md", () => {
  const page = "docs/guides/migrations.md";

  test("plans, migrates, and prints SQL", async () => {
    const { plan, problems } = await run<Record<"plan", { statements: string[] }> & Record<"problems", string[]>>(
      page,
      "migrate.ts",
    );
    expect(plan.statements.join()).toContain("nickname");
    expect(problems).toEqual([]);
    const { sql } = await run<{ sql: string[] }>(page, "schema.ts");
    expect(sql.join()).toContain('"nickname" text collate "C"');
    await run(page, "start.ts");
  });
});

describe("docs/guides/scheduled-jobs.md", () => {
  test("delivers messages and removes expired rows", async () => {
    expect(await run("docs/guides/scheduled-jobs.md", "cron.ts")).toMatchObject({
      delivered: 0,
      failed: 0,
      removed: { sessions: 0, rateLimits: 0, tokens: 0, messages: 0 },
    });
  });
});

describe("docs/guides/customer-webhooks.md", () => {
  interface Shown {
    readonly server: Server;
    readonly url: string;
    readonly received: readonly { readonly type: string; readonly data: { readonly organizationId: string | null } }[];
    listDeliveries(): Promise<{ readonly deliveries: readonly object[] }>;
  }

  test("its server gets the event, and rejects one with another signature", async () => {
    const shown = await run<Shown>("docs/guides/customer-webhooks.md", "try.ts");
    const { server, url, received, listDeliveries } = shown;
    await vi.waitFor(async () => {
      expect((await listDeliveries()).deliveries).toMatchObject([
        { type: "member.create", state: "delivered", attempts: 1, responseStatus: 204 },
      ]);
    });
    expect(received).toMatchObject([{ type: "member.create", data: { organizationId: expect.any(String) } }]);
    const forged = await fetch(url, {
      method: "POST",
      headers: { "webhook-id": "evt", "webhook-timestamp": String(Date.now() / 1000), "webhook-signature": "v1,AAAA" },
      body: JSON.stringify({ type: "member.create", data: {} }),
    });
    expect([forged.status, received.length]).toEqual([401, 1]);
    server.close();
    server.closeAllConnections();
  });
});

describe("docs/operations/rate-limits.md", () => {
  test("limits requests as documented", async () => {
    const { auth } = await run<{ auth: Handles }>("docs/operations/rate-limits.md", "limits.ts");
    const signIn = async (): Promise<Response> =>
      auth.handler(
        new Request("http://localhost/api/auth/sign-in/email", {
          method: "POST",
          headers: { "content-type": "application/json" },
          body: JSON.stringify({ email: person.email, password: person.password }),
        }),
      );
    const replies: Response[] = [];
    // Five per window. A minute may end in between.
    while (replies.at(-1)?.status !== 429 && replies.length <= 10) replies.push(await signIn());
    expect(replies.length).toBeGreaterThan(5);
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([401, 429]));
    expect(Number(replies.at(-1)?.headers.get("retry-after"))).toBeGreaterThan(0);
  });
});
