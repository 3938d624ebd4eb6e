import { describe, expect, test } from "vitest";
import { cookieValues, defineCookie, responseCookie, serializeCookie } from "./cookies.ts";

const attributes = { path: "/", httpOnly: true, secure: true, sameSite: "lax" } as const;

describe("cookies", () => {
  test("are read by exact name", () => {
    expect(cookieValues("a=1; ab=2;a=3 ; b=a=4", "a")).toEqual(["1", "3"]);
    expect(cookieValues("", "a")).toEqual([]);
    expect(cookieValues("x-a=1; a.b=2", "a")).toEqual([]);
  });

  test("SESS-15: broken percent-encoding counts as absent", () => {
    expect(cookieValues("a=%; a=%E0%A4%A; a=%41", "a")).toEqual(["A"]);
  });

  test("SESS-14: a header of 64 kB with thousands of cookies is read in no time", () => {
    const header = `${"b=1; ".repeat(13_000)}a=2`;
    const start = performance.now();
    expect(cookieValues(header, "a")).toEqual(["2"]);
    expect(performance.now() - start).toBeLessThan(100);
  });

  test("are written with their attributes", () => {
    const spec = defineCookie("s", "__Host-s", attributes);
    expect(serializeCookie(spec, "a b;c", 60)).toBe(
      "__Host-s=a%20b%3Bc; Max-Age=60; Path=/; HttpOnly; Secure; SameSite=Lax",
    );
    expect(serializeCookie(spec, "x")).not.toContain("Max-Age");
  });

  test("are values for frameworks that write them, not yet encoded", () => {
    const spec = defineCookie("s", "__Host-s", attributes);
    expect(responseCookie(spec, "a b;c", 60.5)).toEqual({
      name: "__Host-s",
      value: "a b;c",
      maxAge: 60,
      ...attributes,
    });
    expect(responseCookie(spec, "x")).not.toHaveProperty("maxAge");
  });

  test("HTTP-10: names, paths and domains that would break the header are refused at start", () => {
    expect(() => defineCookie("s", "a b", attributes)).toThrow("a b");
    expect(() => defineCookie("s", "a;b", attributes)).toThrow();
    expect(() => defineCookie("s", "s", { ...attributes, path: "/; Secure" })).toThrow("path");
    expect(() => defineCookie("s", "s", { ...attributes, domain: "x.test; Path=/" })).toThrow("domain");
  });
});
