import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { type Cluster, type SentMail, startCluster } from "../src/index.ts";
import { areAvailable, openServices, type TestServices } from "./services.ts";
import { TestClient } from "./test-client.ts";

/** Lifetime of the session copy in the cookie, in seconds. */
const maxAge = 1;
const [oldSecret, newSecret] = ["Yb7xKp2QvM9sTn4WzR8cHj3LfD6gAe1U", "Qm4ZtV8yLr1NpK6wJx3HsC9bGd5FuE2A"] as const;
const password = "correct horse battery";

describe.runIf(areAvailable)("three nodes behind a load balancer", () => {
  let services: TestServices;
  let cluster: Cluster;
  const mails: SentMail[] = [];
  beforeAll(async () => {
    services = await openServices();
    cluster = await startCluster({
      nodes: 3,
      port: 0,
      database: services.database,
      redis: services.redis,
      prefix: services.prefix,
      secrets: [oldSecret],
      session: { cookieCache: { enabled: true, maxAge } },
      rateLimit: {
        customRules: {
          // The longest window, which only ends at midnight (UTC).
          "/ok": { window: 86_400, max: 10 },
          "/sign-up/email": false,
          "/get-session": false,
        },
      },
      onMail: (mail) => void mails.push(mail),
    });
  });
  afterAll(async () => {
    await cluster?.close();
    await services?.close();
  });

  const nodes = (): string[] =>
    Array.from({ length: cluster.size }, (_, at) => cluster.nodeUrl(at) ?? expect.fail(`node-${at} is down`));
  const signUp = async (email: string, base?: string): Promise<TestClient> => {
    const visitor = new TestClient(cluster.url);
    expect((await visitor.send("/sign-up/email", { name: "Ann", email, password }, base)).status).toBe(200);
    return visitor;
  };
  /** Returns the email that each node returns for this client's session. */
  const known = (visitor: TestClient): Promise<(string | undefined)[]> =>
    Promise.all(nodes().map(async (base) => (await visitor.send("/get-session", undefined, base)).body?.user.email));

  test("a user who signed up on one node is signed in on every node, and the load balancer rotates between nodes", async () => {
    const ann = await signUp("ann@example.com", nodes()[0]);
    expect(await known(ann)).toEqual(Array(3).fill("ann@example.com"));
    const asked = await Promise.all(Array.from({ length: 6 }, () => ann.send("/get-session")));
    expect(new Set(asked.map(({ node }) => node)).size).toBe(3);
  });

  test("SESS-05: a session that ended on one node is rejected on every node: immediately for writes, and after the copy's lifetime for reads", async () => {
    const ann = await signUp("ends@example.com");
    const withCopy = ann.copy();
    const without = ann.copy();
    for (const name of without.cookies.keys()) if (name.includes("session_data")) without.cookies.delete(name);
    expect(without.cookies.size).toBeLessThan(withCopy.cookies.size);
    expect(await known(without.copy())).toEqual(Array(3).fill("ends@example.com"));
    expect((await ann.send("/sign-out", {}, nodes()[0])).status).toBe(200);
    const ended = performance.now();
    for (const base of nodes()) {
      expect((await withCopy.copy().send("/update-user", { name: "Eve" }, base)).status).toBe(401);
      expect((await without.copy().send("/get-session", undefined, base)).body).toBeNull();
    }
    // Reads from the copy are accepted until it expires.
    while (performance.now() - ended < maxAge * 1000) await new Promise((resolve) => setTimeout(resolve, 50));
    expect(await known(withCopy.copy())).toEqual([undefined, undefined, undefined]);
  });

  test("RATE-06: a limit of 10 allows exactly 10 requests per IP address across all nodes", async () => {
    /** Returns how many of 40 requests from an IP address pass, whatever address their headers claim. */
    const passed = async (address: string): Promise<number> => {
      const visitor = new TestClient(cluster.url, address);
      const send = (_: unknown, at: number) =>
        visitor.send("/ok", undefined, undefined, { "x-forwarded-for": `203.0.113.${at}` });
      const answers = await Promise.all(Array.from({ length: 40 }, send));
      const statuses = answers.map(({ status }) => status);
      expect(statuses.every((status) => status === 200 || status === 429)).toBe(true);
      return statuses.filter((status) => status === 200).length;
    };
    // On Linux, every address in 127.0.0.0/8 is local.
    const addresses = process.platform === "linux" ? ["127.0.0.11", "127.0.0.12"] : ["127.0.0.1"];
    expect(await Promise.all(addresses.map(passed))).toEqual(addresses.map(() => 10));
  });

  test("killing a node doesn't interrupt reads, and the node restarts", async () => {
    const ann = await signUp("killed@example.com");
    const before = cluster.nodeUrl(1);
    let isKilled = false;
    const reading = Promise.all(
      Array.from({ length: 4 }, async () => {
        const statuses: number[] = [];
        while (!isKilled || statuses.length < 20) statuses.push((await ann.copy().send("/get-session")).status);
        return statuses;
      }),
    );
    await cluster.kill(1);
    isKilled = true;
    expect(new Set((await reading).flat())).toEqual(new Set([200]));
    await cluster.allRunning();
    expect(cluster.nodeUrl(1)).not.toBe(before);
    expect(await known(ann)).toEqual(Array(3).fill("killed@example.com"));
  });

  test("KEY-03: rotating the secret node by node signs no one out", async () => {
    const early = await signUp("early@example.com");
    const everybody = new Map([["early@example.com", early]]);
    let made = 0;
    const look = async (): Promise<void> => {
      const email = `between-${made++}@example.com`;
      everybody.set(email, await signUp(email));
      for (const [owner, visitor] of everybody) expect(await known(visitor)).toEqual(Array(3).fill(owner));
    };
    await cluster.setSecrets([oldSecret, newSecret], look);
    await cluster.setSecrets([newSecret, oldSecret], look);
    expect(everybody.size).toBe(7);
    // A link created with the old secret still works with the new one.
    await early.send("/forget-password", { email: "early@example.com" });
    const sent = () => mails.find(({ to }) => to === "early@example.com") ?? expect.fail("There is no mail yet.");
    const { token } = await vi.waitFor(sent, 20_000);
    expect((await early.send("/reset-password", { token, newPassword: "another battery horse" })).status).toBe(200);
  });
});
