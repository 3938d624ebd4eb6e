import { describe, expect, test } from "vitest";
import { addressKey, clientAddress, parseAddress, parseNetwork } from "./client-address.ts";

const rules = (...proxies: string[]) => ({ trustedProxies: proxies.map(parseNetwork), headers: ["x-forwarded-for"] });
const sent = (headers: Record<string, string>) => ({ header: (name: string) => headers[name] ?? null });
const forwarded = (chain: string) =>
  sent({ "x-forwarded-for": chain, "x-real-ip": "6.6.6.6", forwarded: "for=6.6.6.6" });

describe("the client's address", () => {
  test("RATE-01: forwarded headers are ignored unless a proxy is declared", () => {
    expect(clientAddress("198.51.100.1", forwarded("6.6.6.6"), rules())).toBe("198.51.100.1");
  });

  test("RATE-01: forwarded headers are ignored if the peer isn't a declared proxy", () => {
    expect(clientAddress("198.51.100.1", forwarded("6.6.6.6"), rules("10.0.0.0/8"))).toBe("198.51.100.1");
  });

  test("RATE-02: the chain is read from the right, and what the client prepended is ignored", () => {
    expect(clientAddress("10.0.0.2", forwarded("6.6.6.6, 198.51.100.1, 10.0.0.9"), rules("10.0.0.0/8"))).toBe(
      "198.51.100.1",
    );
  });

  test("RATE-02: a hop that isn't an address ends the chain at the last proxy", () => {
    expect(clientAddress("10.0.0.2", forwarded("198.51.100.1, nonsense"), rules("10.0.0.0/8"))).toBe("10.0.0.2");
  });

  test("an IPv6 proxy network works too", () => {
    expect(clientAddress("fd00::1", forwarded("2001:db8::5"), rules("fd00::/8"))).toBe("2001:db8::5");
  });

  test("an unknown address is null", () => expect(clientAddress(undefined, sent({}), rules())).toBeNull());
});

describe("addresses are normalized", () => {
  test.each([
    ["2001:DB8:0:0:0:0:0:1", "2001:db8::1"],
    ["[2001:db8::1]:443", "2001:db8::1"],
    ["::ffff:192.0.2.1", "192.0.2.1"],
    ["::FFFF:C000:0201", "192.0.2.1"],
    ["fe80::1%eth0", "fe80::1"],
    ["192.0.2.1:8080", "192.0.2.1"],
  ])("RATE-04: %s is %s", (spelling, canonical) => {
    expect(clientAddress(spelling, sent({}), rules())).toBe(canonical);
  });

  test.each([
    "256.1.1.1",
    "01.2.3.4",
    "1.2.3",
    "0x7f.1.1.1",
    "2001:db8::1::2",
    "::g",
    "",
    "1.2.3.4.5",
    "12345::",
    "localhost",
  ])("RATE-04: %s isn't an address", (text) => expect(parseAddress(text)).toBeNull());

  test("RATE-03: addresses in the same /64 network count as one client", () => {
    expect(addressKey("2001:db8:1:2:aaaa::1")).toBe(addressKey("2001:db8:1:2:ffff:ffff:ffff:ffff"));
    expect(addressKey("2001:db8:1:2::1")).not.toBe(addressKey("2001:db8:1:3::1"));
    expect(addressKey("192.0.2.1")).toBe("192.0.2.1");
  });

  test.each(["10.0.0.0/33", "10.0.0.0/-1", "nonsense/8", "10.0.0.0/x"])("%s isn't a network", (text) =>
    expect(() => parseNetwork(text)).toThrow(text),
  );
});
