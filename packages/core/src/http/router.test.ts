import { describe, expect, test } from "vitest";
import { compileRouter } from "./router.ts";

const route = compileRouter([
  { method: "POST", path: "/sign-in/email", value: "sign-in" },
  { method: "GET", path: "/callback/:id", value: "callback" },
]);

describe("the router", () => {
  test("finds a fixed path and a path with a parameter", () => {
    expect(route("POST", "/sign-in/email")).toEqual({ value: "sign-in", params: {} });
    expect(route("GET", "/callback/github")).toEqual({ value: "callback", params: { id: "github" } });
  });

  test.each([
    "//sign-in/email",
    "/sign-in//email",
    "/sign-in/email/",
    "/sign-in/./email",
    "/sign-in/email;x",
    "/sign-in/x/../email",
  ])("HTTP-01: %s isn't /sign-in/email", (path) => expect(route("POST", path)).toBeNull());

  test.each([
    "/sign%2din/email",
    "/sign-in%2femail",
    "/callback%2Fgithub",
    "/callback/a%2Fb",
    "/callback/%5c",
    "/callback/%zz",
  ])("HTTP-02: %s is found only under its exact spelling", (path) => {
    expect(route("POST", path)).toBeNull();
    expect(route("GET", path)).toBeNull();
  });

  test("HTTP-02: a parameter is decoded once", () => {
    expect(route("GET", "/callback/a%2520b")?.params).toEqual({ id: "a%20b" });
  });

  test.each(["/Sign-In/Email", "/SIGN-IN/EMAIL", "/Callback/github"])(
    "HTTP-03: %s isn't found, because its case differs",
    (path) => {
      expect(route("POST", path)).toBeNull();
      expect(route("GET", path)).toBeNull();
    },
  );

  test.each(["GET", "HEAD", "PUT", "DELETE", "TRACE", "post"])("HTTP-04: %s doesn't call a POST endpoint", (method) =>
    expect(route(method, "/sign-in/email")).toBeNull(),
  );

  test.each(["/callback/", "/callback", "/callback//", `/callback/${"x".repeat(10_000)}`])(
    "HTTP-06: %s isn't found, because it has no usable parameter",
    (path) => expect(route("GET", path)).toBeNull(),
  );

  test("rejects two endpoints with the same path", () => {
    const twice = { method: "GET", path: "/x", value: 1 };
    expect(() => compileRouter([twice, twice])).toThrow("GET /x");
  });

  test("prefers a fixed path to a parameter, whatever their order", () => {
    const routes = [
      { method: "GET", path: "/:id/:part", value: "both" },
      { method: "GET", path: "/:id/end", value: "end" },
      { method: "GET", path: "/start/:part", value: "start" },
      { method: "GET", path: "/start/end", value: "fixed" },
    ];
    for (const given of [routes, [...routes].reverse()]) {
      const find = compileRouter(given);
      expect(["/start/end", "/start/x", "/x/end", "/x/y", "/x"].map((path) => find("GET", path)?.value)).toEqual([
        "fixed",
        "start",
        "end",
        "both",
        undefined,
      ]);
      expect(find("GET", "/x/y")?.params).toEqual({ id: "x", part: "y" });
    }
  });
});
