import { inspect, types } from "node:util";
import { beforeEach, describe, expect, test } from "vitest";
import { pathProxy } from "./proxy.ts";
import type { RequestOptions } from "./request.ts";

type Anything = any;

let calls: [path: string, options: RequestOptions][] = [];
const call = (path: string, options: RequestOptions): string => {
  calls.push([path, options]);
  return "sent";
};
const proxy = (own: object = {}): Anything => pathProxy(own, call);

beforeEach(() => {
  calls = [];
});

describe("names become paths", () => {
  test.each<[string, (client: Anything) => unknown, string]>([
    ["one name", (c) => c.signOut(), "/sign-out"],
    ["two names", (c) => c.signIn.email({}), "/sign-in/email"],
    ["several capitals", (c) => c.twoFactor.getTotpUri({}), "/two-factor/get-totp-uri"],
    ["three names", (c) => c.billing.portal.open(), "/billing/portal/open"],
    ["each capital its own word", (c) => c.verifyOTP(), "/verify-o-t-p"],
    ["digits", (c) => c.oauth2.callback(), "/oauth2/callback"],
    ["a name with dashes", (c) => c["sign-in"]["my-provider"](), "/sign-in/my-provider"],
    ["names that functions have too", (c) => c.jobs.apply(), "/jobs/apply"],
    ["call and bind", (c) => c.call.bind(), "/call/bind"],
  ])("%s", (_, use, path) => {
    expect(use(proxy())).toBe("sent");
    expect(calls.map(([called]) => called)).toEqual([path]);
  });
});

describe("arguments", () => {
  test("fields become the body; query and fetchOptions are separated", () => {
    proxy().organization.update({ data: { name: "Acme" }, query: { a: 1 }, fetchOptions: { disableSignal: true } });
    expect(calls).toEqual([
      ["/organization/update", { body: { data: { name: "Acme" } }, query: { a: 1 }, disableSignal: true }],
    ]);
  });

  test("the second argument takes precedence over fetchOptions, and queries are merged", () => {
    proxy().list(
      { query: { c: 3 }, fetchOptions: { method: "GET", query: { a: 1, c: 1 } } },
      { method: "POST", query: { b: 2 } },
    );
    expect(calls).toEqual([["/list", { body: {}, method: "POST", query: { a: 1, b: 2, c: 3 } }]]);
  });
});

describe("a path that isn't called sends nothing", () => {
  const client = proxy();

  test("when awaited", async () => {
    expect(await client.signIn).toBe(client.signIn);
    expect(await client).toBe(client);
    expect(client.signIn.email.then).toBeUndefined();
    expect(client.signIn.email.catch).toBeUndefined();
    expect(await Promise.all([client.signOut])).toEqual([client.signOut]);
  });

  test("when printed, compared, or serialized", () => {
    expect(inspect(client, { depth: 5, showProxy: true })).toContain("Proxy");
    expect(inspect(client.signIn)).toContain("Function");
    expect(String(client.signIn)).toContain("function");
    expect(`${client}`).toBe("[object Object]");
    expect(JSON.stringify({ client, path: client.signIn })).toBe('{"client":{}}');
    expect(`${client.signIn}` === "x").toBe(false);
    expect(client.signIn).not.toEqual({ asymmetricMatch: 1 });
    expect({ client }).toEqual({ client });
  });

  test("when an inspector reads it", () => {
    const seen = (value: Anything): unknown[] => [
      value[Symbol.iterator],
      value[Symbol.asyncIterator],
      value[Symbol.for("nodejs.util.inspect.custom")],
      value.$$typeof,
      value._owner,
      value["@@__IMMUTABLE_ITERABLE__@@"],
      value.__esModule,
      value.Component,
      value[0],
    ];
    expect(
      seen(client)
        .concat(seen(client.signIn))
        .filter((one) => one !== undefined),
    ).toEqual([]);
    expect(typeof client.signIn.name).toBe("string");
    expect(typeof client.signIn.length).toBe("number");
    expect(client.signIn instanceof Function).toBe(true);
    expect(client.constructor).toBe(Object);
    expect([Object.keys(client), Object.keys(client.signIn), "signIn" in client]).toEqual([[], [], false]);
    expect(types.isPromise(client.signIn)).toBe(false);
  });

  test("when it isn't callable", () => {
    expect(() => client()).toThrow(TypeError);
  });

  beforeEach(() => () => expect(calls).toEqual([]));
});

describe("custom members", () => {
  test("exist next to the paths, at any depth", () => {
    const $stores = { session: { get: () => 1 } };
    const client = proxy({ $stores, admin: { checkRolePermission: () => true } });
    expect(client.$stores).toBe($stores);
    expect(client.admin.checkRolePermission({ role: "admin" })).toBe(true);
    client.admin.listUsers();
    expect(calls.map(([path]) => path)).toEqual(["/admin/list-users"]);
  });

  test("can be added later", () => {
    const client = Object.assign(proxy(), { useSession: () => "hook" });
    expect(client.useSession()).toBe("hook");
    const { useSession } = client;
    expect(useSession()).toBe("hook");
  });

  test("a missing hook throws an error with its name, and nothing is sent", () => {
    expect(() => proxy().useActiveOrganization).toThrow(/client\.useActiveOrganization/);
    expect(proxy().users.useCoupon({})).toBe("sent");
  });

  test("a path returns the same function each time", () => {
    const client = proxy({ admin: { own: () => 1 } });
    expect(client.signIn.email).toBe(client.signIn.email);
    expect(client.admin).toBe(client.admin);
    const { signIn } = client;
    expect(signIn).toBe(client.signIn);
  });
});
