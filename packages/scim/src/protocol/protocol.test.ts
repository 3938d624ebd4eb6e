/** The protocol: lists, versions, errors, and hostile requests. */

import { expect, test } from "vitest";
import { patch, scimUser, startScim } from "../../test/app.ts";

const errorSchema = "urn:ietf:params:scim:api:messages:2.0:Error";

async function startWithUsers() {
  const it = await startScim();
  for (const [at, name] of ["carol", "alice", "bob"].entries()) {
    it.app.clock.advance(1);
    await it.acme.send("POST", "/Users", scimUser(name, { externalId: `e${at}`, title: at === 1 ? "Boss" : "Dev" }));
  }
  const list = async (query: Record<string, string>) =>
    (await it.acme.send("GET", `/Users?${new URLSearchParams(query)}`)).body;
  const names = async (query: Record<string, string>): Promise<string[]> =>
    (await list(query)).Resources.map(({ userName }: { userName: string }) => userName.split("@")[0]);
  return { ...it, list, names };
}

test("lists are filtered, sorted, and split into pages", async () => {
  const { acme, list, names } = await startWithUsers();
  expect(await names({})).toEqual(["carol", "alice", "bob"]);
  expect(await names({ sortBy: "userName" })).toEqual(["alice", "bob", "carol"]);
  expect(await names({ sortBy: "name.givenName", sortOrder: "descending" })).toEqual(["carol", "bob", "alice"]);
  expect(await names({ sortBy: "userName", startIndex: "2", count: "1" })).toEqual(["bob"]);
  expect(await list({ count: "0" })).toMatchObject({ totalResults: 3, itemsPerPage: 0, Resources: [] });
  expect(await names({ filter: 'userName eq "ALICE@corp.test"' })).toEqual(["alice"]);
  expect(await names({ filter: 'externalId eq "E1"' })).toEqual([]);
  expect(await names({ filter: 'title eq "dev" and not (userName sw "b")' })).toEqual(["carol"]);
  expect(await names({ filter: 'emails[type eq "work" and value co "bob"]' })).toEqual(["bob"]);
  expect(await names({ filter: 'active eq True and meta.created gt "2000-01-01T00:00:00Z"', count: "2" })).toHaveLength(
    2,
  );
  expect(await names({ filter: 'userName eq "bob@corp.test" and title eq "Boss"' })).toEqual([]);
  const searched = await acme.send("POST", "/Users/.search", {
    filter: "title pr",
    count: 1,
    attributes: ["userName"],
  });
  expect(searched.body).toMatchObject({ totalResults: 3, itemsPerPage: 1 });
  expect(Object.keys(searched.body.Resources[0]).sort()).toEqual(["id", "schemas", "userName"]);
  const only = (await list({ attributes: "name.givenName", count: "1" })).Resources[0];
  expect(only).toMatchObject({ name: { givenName: "carol" } });
  expect(Object.keys(only.name)).toEqual(["givenName"]);
});

test("users can be found by any of their emails, even one that isn't primary", async () => {
  const { acme, names } = await startWithUsers();
  const dan = {
    emails: [
      { value: "dan@corp.test", type: "work", primary: true },
      { value: "Dan@Home.test", type: "home" },
    ],
  };
  const { id } = (await acme.send("POST", "/Users", scimUser("dan", dan))).body;
  expect(await names({ filter: 'emails.value eq "DAN@home.test"' })).toEqual(["dan"]);
  expect(await names({ filter: 'emails eq "dan@home.test"' })).toEqual(["dan"]);
  expect(await names({ filter: 'emails[type eq "work"].value eq "dan@home.test"' })).toEqual([]);
  expect(await names({ filter: 'emails[type eq "home"].value eq "dan@home.test"' })).toEqual(["dan"]);
  expect(await names({ filter: 'emails.value eq "dan@home.test" and title pr' })).toEqual([]);
  expect(await names({ filter: 'emails.value eq "dan@home.test" and id eq "other"' })).toEqual([]);
  expect(await names({ filter: 'emails.value eq "dan@home.test" or title eq "Boss"' })).toEqual(["alice", "dan"]);
  expect(await names({ filter: 'not (emails.value eq "dan@home.test")' })).toEqual(["carol", "alice", "bob"]);
  expect(await names({ filter: 'emails.value eq "unknown@corp.test"' })).toEqual([]);
  await acme.send("PATCH", `/Users/${id}`, patch({ op: "remove", path: 'emails[type eq "home"]' }));
  expect(await names({ filter: 'emails.value eq "dan@home.test"' })).toEqual([]);
  await acme.send("PATCH", `/Users/${id}`, patch({ op: "add", path: "emails", value: [{ value: "d@x.test" }] }));
  expect(await names({ filter: 'emails.value eq "D@x.test"' })).toEqual(["dan"]);
  expect((await acme.send("DELETE", `/Users/${id}`)).status).toBe(204);
  expect(await names({ filter: 'emails.value eq "d@x.test"' })).toEqual([]);
});

test("a change with an outdated version is rejected, and reading a version that the client already has returns 304", async () => {
  const { acme } = await startScim();
  const { body } = await acme.send("POST", "/Users", scimUser("bob"));
  const path = `/Users/${body.id}`;
  const titled = patch({ op: "add", path: "title", value: "Dev" });
  expect((await acme.send("PATCH", path, titled, { "if-match": 'W/"9"' })).status).toBe(412);
  const changed = await acme.send("PATCH", path, titled, { "if-match": 'W/"1"' });
  expect([changed.status, changed.headers.get("etag")]).toEqual([200, 'W/"2"']);
  expect((await acme.send("PATCH", path, titled, { "if-match": "*" })).headers.get("etag")).toBe('W/"2"');
  expect((await acme.send("GET", path, undefined, { "if-none-match": 'W/"2"' })).status).toBe(304);
  expect((await acme.send("DELETE", path, undefined, { "if-match": 'W/"1"' })).status).toBe(412);
});

test("SCIM-06: hostile filters are quickly rejected with a SCIM error", async () => {
  const { acme } = await startScim();
  await acme.send("POST", "/Users", scimUser("bob"));
  const hostile = [
    `${"(".repeat(1000)}userName pr${")".repeat(1000)}`,
    `${"not (".repeat(20)}userName pr${")".repeat(20)}`,
    `userName eq "${"a".repeat(1_000_000)}"`,
    Array(200).fill("title pr").join(" or "),
    "__proto__ eq 1",
    "constructor.name eq 1",
    'userName eq "x" or 1=1',
    "userName eq 'x'",
    'userName eq "x',
    "userName",
    'emails[type eq "work"',
    'emails[emails[type eq "a"]]',
  ];
  for (const filter of hostile) {
    const startedAt = performance.now();
    const { status, body } = await acme.send("POST", "/Users/.search", { filter });
    expect([filter.slice(0, 30), status, body.scimType]).toEqual([filter.slice(0, 30), 400, "invalidFilter"]);
    expect(performance.now() - startedAt).toBeLessThan(1000);
  }
  for (const value of ["%", "_", "' or '1'='1", "\\u0000"]) {
    const found = await acme.send("POST", "/Users/.search", { filter: `userName eq "${value}"` });
    expect([value, found.status, found.body.totalResults]).toEqual([value, 200, 0]);
  }
});

test("SCIM-10: bodies that are too large, ambiguous, invalid, or of another type are rejected with a SCIM error", async () => {
  const { acme } = await startScim();
  const cases: readonly [string, number, Record<string, string>?][] = [
    [JSON.stringify({ userName: "x".repeat(10_000_000) }), 413],
    ["userName=x", 415, { "content-type": "application/x-www-form-urlencoded" }],
    ["{}", 415, { "content-type": "text/plain" }],
    ['{"userName":"a@corp.test","userName":"b@corp.test"}', 400],
    ['{"userName":"a@corp.test","username":"b@corp.test"}', 400],
    ['{"a":{"b":1,"\\u0062":2}}', 400],
    [`${"[".repeat(10_000)}${"]".repeat(10_000)}`, 400],
    ['{"__proto__":{"active":true},"userName":"a@corp.test"}', 400],
    ["[]", 400],
    ["{", 400],
    ['{"userName":""}', 400],
    ['{"userName":"no email"}', 400],
    ['{"userName":"a@corp.test","active":"maybe"}', 400],
  ];
  for (const [body, status, headers = {}] of cases) {
    const response = await acme.send("POST", "/Users", body, headers);
    expect([body.slice(0, 60), response.status]).toEqual([body.slice(0, 60), status]);
    expect(response.body).toMatchObject({ schemas: [errorSchema], status: String(status) });
    expect(response.headers.get("content-type")).toBe("application/scim+json");
  }
});

test("the server's description doesn't need a token, and endpoints that aren't supported return 501", async () => {
  const { acme, directory } = await startScim();
  const anyone = directory("", "");
  const config = await anyone.send("GET", "/ServiceProviderConfig");
  expect(config.body).toMatchObject({
    patch: { supported: true },
    filter: { maxResults: 200 },
    etag: { supported: true },
  });
  expect((await anyone.send("GET", "/ResourceTypes")).body.totalResults).toBe(2);
  const schemas = (await anyone.send("GET", "/Schemas")).body;
  expect(schemas.totalResults).toBe(3);
  for (const { id, meta } of schemas.Resources) {
    expect((await anyone.send("GET", `/Schemas/${id}`)).body.id).toBe(id);
    expect(meta.location).toContain("/scim/v2/Schemas/");
  }
  expect((await anyone.send("GET", "/Schemas/none")).body).toMatchObject({ schemas: [errorSchema], status: "404" });
  expect((await anyone.send("GET", "/Users")).status).toBe(401);
  for (const [method, path] of [
    ["GET", "/Me"],
    ["POST", "/Bulk"],
  ] as const) {
    expect((await acme.send(method, path, method === "POST" ? {} : undefined)).status).toBe(501);
  }
});

test("requests are rate limited by token, with a SCIM error", async () => {
  const it = await startScim({ auth: { rateLimit: { enabled: true } } });
  let last = await it.acme.send("GET", "/Users?count=0");
  for (let sent = 1; sent <= 1200; sent++) last = await it.acme.send("GET", "/Users?count=0");
  expect([last.status, last.body.schemas]).toEqual([429, [errorSchema]]);
  expect(last.headers.get("retry-after")).not.toBeNull();
  const { token } = await it.auth.api.rotateScimToken({ body: { id: it.acme.id } });
  expect((await it.directory(it.acme.id, token).send("GET", "/Users?count=0")).status).toBe(200);
});
