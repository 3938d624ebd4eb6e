/** Tests that every node of a cluster rejects API keys and OAuth tokens that one node revoked. */

import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Cluster, startCluster } from "../src/index.ts";
import { getAccessToken } from "./oauth-client.ts";
import { areAvailable, openServices, type TestServices } from "./services.ts";
import { TestClient } from "./test-client.ts";

const password = "correct horse battery";

describe.runIf(areAvailable)("keys and tokens on four nodes", () => {
  let services: TestServices;
  let cluster: Cluster;
  let database: pg.Client;
  beforeAll(async () => {
    services = await openServices();
    cluster = await startCluster({
      nodes: 4,
      port: 0,
      database: services.database,
      redis: services.redis,
      prefix: services.prefix,
      secrets: ["Yb7xKp2QvM9sTn4WzR8cHj3LfD6gAe1U"],
      rateLimit: { enabled: false },
      onMail: () => {},
    });
    database = new pg.Client({ connectionString: services.database });
    await database.connect();
  });
  afterAll(async () => {
    await database?.end();
    await cluster?.close();
    await services?.close();
  });

  const nodes = (): string[] =>
    Array.from({ length: cluster.size }, (_, at) => cluster.nodeUrl(at) ?? expect.fail(`node-${at} is down`));
  const onAll = (run: (base: string) => Promise<number>): Promise<number[]> => Promise.all(nodes().map(run));
  const four = (status: number): number[] => Array(4).fill(status);

  const signUp = async (name: string): Promise<{ readonly browser: TestClient; readonly id: string }> => {
    const browser = new TestClient(cluster.url);
    const input = { name, email: `${name}@example.com`, password };
    return { browser, id: (await browser.send("/sign-up/email", input)).body.user.id };
  };
  const createKey = async (browser: TestClient): Promise<{ readonly key: string; readonly id: string }> =>
    (await browser.send("/api-key/create", { name: "CI" })).body;
  const useKey = async (key: string, base: string): Promise<number> =>
    (await new TestClient(cluster.url).send("/get-session", undefined, base, { "x-api-key": key })).status;
  const useToken = async (token: string, base: string): Promise<number> =>
    (await fetch(`${base}/api/auth/oauth2/userinfo`, { headers: { authorization: `Bearer ${token}` } })).status;

  test("APIK-02: of 200 concurrent requests on four nodes with a key that has 50 uses left, exactly 50 succeed", async () => {
    const { key, id } = await createKey((await signUp("counted")).browser);
    await database.query("update apikey set remaining = 50 where id = $1", [id]);
    const all = nodes();
    const statuses = await Promise.all(Array.from({ length: 200 }, (_, at) => useKey(key, all[at % 4] as string)));
    expect(statuses.filter((status) => status === 200)).toHaveLength(50);
    expect(statuses.filter((status) => status === 429)).toHaveLength(150);
    const { rows } = await database.query("select remaining from apikey where id = $1", [id]);
    expect(Number(rows[0].remaining)).toBe(0);
  });

  test("APIK-04: every node rejects a key after its owner deletes it on one node", async () => {
    const { browser } = await signUp("deletes");
    const { key, id } = await createKey(browser);
    expect(await onAll((base) => useKey(key, base))).toEqual(four(200));
    expect((await browser.send("/api-key/delete", { keyId: id }, nodes()[1])).status).toBe(200);
    expect(await onAll((base) => useKey(key, base))).toEqual(four(401));
  });

  test("OIDP-04: every node rejects a token after its user disconnects the app on one node", async () => {
    const { browser } = await signUp("disconnects");
    const token = await getAccessToken(browser, cluster.url);
    expect(await onAll((base) => useToken(token, base))).toEqual(four(200));
    const { body: apps } = await browser.send("/oauth2/get-connected-apps");
    const { client_id } = apps[0].client;
    expect((await browser.send("/oauth2/disconnect-app", { client_id }, nodes()[2])).status).toBe(200);
    expect(await onAll((base) => useToken(token, base))).toEqual(four(401));
  });

  test("APIK-04, OIDP-04: every node rejects a user's keys and tokens after the user is banned on one node", async () => {
    const [root, bob] = [await signUp("root"), await signUp("bob")];
    await database.query(`update "user" set role = 'admin' where id = $1`, [root.id]);
    await root.browser.send("/sign-in/email", { email: "root@example.com", password });
    const { key } = await createKey(bob.browser);
    const token = await getAccessToken(bob.browser, cluster.url);
    expect(await onAll((base) => useKey(key, base))).toEqual(four(200));
    expect(await onAll((base) => useToken(token, base))).toEqual(four(200));
    expect((await root.browser.send("/admin/ban-user", { userId: bob.id }, nodes()[3])).status).toBe(200);
    expect(await onAll((base) => useKey(key, base))).toEqual(four(401));
    expect(await onAll((base) => useToken(token, base))).toEqual(four(401));
  });

  test("OIDP-04: every node rejects a token for an organization after its user is removed on one node", async () => {
    const [owner, mia] = [await signUp("owner"), await signUp("mia")];
    const { body: club } = await owner.browser.send("/organization/create", { name: "Club", slug: "club" });
    const columns = '(id, "organizationId", "userId", role, "createdAt")';
    await database.query(`insert into member ${columns} values ('m1', $1, $2, 'member', now())`, [club.id, mia.id]);
    const token = await getAccessToken(mia.browser, cluster.url, club.id);
    expect(await onAll((base) => useToken(token, base))).toEqual(four(200));
    const removal = { memberIdOrEmail: "mia@example.com", organizationId: club.id };
    expect((await owner.browser.send("/organization/remove-member", removal, nodes()[0])).status).toBe(200);
    expect(await onAll((base) => useToken(token, base))).toEqual(four(401));
  });
});
