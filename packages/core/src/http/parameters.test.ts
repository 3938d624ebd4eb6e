import { startAuth } from "@latchkey/test-kit";
import { expect, test } from "vitest";
import { readParameters, readQuery } from "./parameters.ts";

test("a parameter that occurs once becomes a string, and a repeated one becomes a list in order", () => {
  expect(readParameters("a=1&b=2&b=&b=3&c")).toEqual({ a: "1", b: ["2", "", "3"], c: "" });
  expect(readQuery("http://app.test/x?a=%20+b&a%5B%5D=1#f")).toEqual({ a: "  b", "a[]": "1#f" });
  expect([readQuery("http://app.test/x"), readQuery("http://app.test/x?"), readParameters("")]).toEqual([{}, {}, {}]);
});

test("INPUT-01: a parameter named __proto__ is like any other", () => {
  const read = readParameters("__proto__=x&__proto__=y&constructor=z");
  expect(Object.getPrototypeOf(read)).toBe(Object.prototype);
  expect(Object.hasOwn(read, "__proto__")).toBe(true);
});

test("INPUT-01: a parameter that's repeated very often is rejected before it's processed", async () => {
  expect(Object.keys(readParameters("a&".repeat(999)))).toEqual(["a"]);
  expect(() => readParameters("a&".repeat(1000))).toThrow("More than 1000 parameters");
  const { auth, browser } = await startAuth();
  expect((await browser().get(`/get-session?${"a&".repeat(7000)}`)).status).toBe(400);
  const form = await auth.handler(
    new Request("http://app.test/api/auth/sign-in/email", {
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded", origin: "http://app.test" },
      body: "a&".repeat(500_000),
    }),
  );
  expect(form.status).toBe(400);
});
