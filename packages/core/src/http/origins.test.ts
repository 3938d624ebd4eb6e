import { describe, expect, test } from "vitest";
import { compileOrigins, encodeRedirectTarget, hasDotSegment, isSafePath } from "./origins.ts";

describe("a redirect path", () => {
  test.each(["/", "/dashboard", "/a/b?x=1&y=%20#top", "/%E4%BD%A0", "/a%2Fb", "/users/@me", "/?next=%2Fhome"])(
    "%s stays on its host",
    (path) => expect(isSafePath(path)).toBe(true),
  );

  test.each(["//evil.test", "///evil.test", "/\\evil.test", "\\\\evil.test", "\\/evil.test", "evil.test", ""])(
    "REDIR-02: %s is rejected",
    (path) => expect(isSafePath(path)).toBe(false),
  );

  test.each(["/\t/evil.test", "/\n/evil.test", " /evil.test", "/\u0000/x", "/a\r\nset-cookie: x", "/caf\u00e9"])(
    "REDIR-03, REDIR-08: control characters, spaces, and raw non-ASCII are rejected (%j)",
    (path) => expect(isSafePath(path)).toBe(false),
  );

  test.each(["/%2f%2fevil.test", "/%5cevil.test", "/%252f%252fevil.test", "/%2Fevil.test", "/%0aevil", "/%zz"])(
    "REDIR-06: %s is rejected, however often it's encoded",
    (path) => expect(isSafePath(path)).toBe(false),
  );

  test.each([
    "/x/..//evil.test",
    "/x/%2e%2e//evil.test",
    "/x/.%2E//evil.test",
    "/x/%252e%252e//evil.test",
    "/..//evil.test",
    "/.//evil.test",
    "/%2e//evil.test",
    "/a%3F/..//evil.test",
    "/a/..",
    "/a/./b",
  ])("REDIR-20: %s is rejected, because browsers would resolve its dot segments", (path) =>
    expect(isSafePath(path)).toBe(false),
  );

  test.each(["/a..b", "/.well-known/x", "/a?x=/../y", "/a#..", "/...", "/a/%2e%2eb"])("%s has harmless dots", (path) =>
    expect(isSafePath(path)).toBe(true),
  );

  test("REDIR-12: a path of 100 kB is rejected", () => expect(isSafePath(`/${"a".repeat(100_000)}`)).toBe(false));
});

describe("a target with characters that a URL can't contain", () => {
  test.each([
    ["/café/日本?q=été#ü", "/caf%C3%A9/%E6%97%A5%E6%9C%AC?q=%C3%A9t%C3%A9#%C3%BC"],
    ['/a b|c{d}^`<>"', "/a%20b%7Cc%7Bd%7D%5E%60%3C%3E%22"],
    ["/👩‍👩‍👧", "/%F0%9F%91%A9%E2%80%8D%F0%9F%91%A9%E2%80%8D%F0%9F%91%A7"],
    ["https://app.test/a b?c|d", "https://app.test/a%20b?c%7Cd"],
    ["myapp://done/{x}", "myapp://done/%7Bx%7D"],
    ["/a%20b?x=1&y=%2F[0]#~'()*!", "/a%20b?x=1&y=%2F[0]#~'()*!"],
  ])("is encoded: %s", (target, encoded) => {
    expect(encodeRedirectTarget(target)).toBe(encoded);
    expect(encodeRedirectTarget(encoded)).toBe(encoded);
    if (target.startsWith("/")) expect(isSafePath(encoded)).toBe(true);
  });

  test.each([
    "/a\r\nx",
    "/a\0",
    "/a\u0085",
    "/a\u2028",
    "/a\\b",
    "/\ud800",
    "/／evil.test",
    "/．．//evil.test",
    `/${"é".repeat(600)}`,
  ])("REDIR-21: %j is rejected even after encoding", (target) => expect(encodeRedirectTarget(target)).toBeNull());

  test.each(["https://app.test/x/..//evil.test", "https://app.test/%2e%2e/x", "myapp://x/../y", "/a/%252e"])(
    "REDIR-20: %s has a dot segment",
    (target) => expect(hasDotSegment(target)).toBe(true),
  );
  test.each(["https://app.test/a..b?x=/../#/..", "https://..app.test/x", "myapp://x"])(
    "%s has no dot segment",
    (target) => expect(hasDotSegment(target)).toBe(false),
  );
});

describe("trusted origins", () => {
  const trusts = compileOrigins(["https://app.test", "http://localhost:3000", "https://*.wild.test", "myapp://"]);

  test.each([
    "https://app.test",
    "https://app.test/path?x#y",
    "https://app.test:443/",
    "https://APP.test/",
    "http://localhost:3000/cb",
  ])("%s is trusted", (url) => expect(trusts(url)).toBe(true));

  test.each([
    "http://app.test",
    "https://app.test:8443",
    "https://app.test.",
    "https://sub.app.test",
    "http://localhost:3001",
  ])("CSRF-16: %s is another origin", (url) => expect(trusts(url)).toBe(false));

  test.each([
    "https://app.test@evil.test",
    "https://app.test\\@evil.test",
    "https://user:pass@app.test/",
    "https://@app.test/",
  ])("REDIR-04: userinfo is rejected (%s)", (url) => expect(trusts(url)).toBe(false));

  test.each(["https://app.test.evil.test", "https://evil-app.test", "https://app.testevil", "https://evil.test"])(
    "REDIR-01, REDIR-05: %s is foreign",
    (url) => expect(trusts(url)).toBe(false),
  );

  test.each([
    "javascript:alert(1)",
    "JaVaScRiPt:alert(1)",
    "data:text/html,x",
    "vbscript:x",
    "blob:https://app.test/x",
    "file:///etc/passwd",
    "\u0001javascript:alert(1)",
  ])("REDIR-07: %j is never trusted", (url) => expect(trusts(url)).toBe(false));

  test.each(["https://a.wild.test", "https://a.b.wild.test/path"])("a wildcard matches whole labels (%s)", (url) =>
    expect(trusts(url)).toBe(true),
  );

  test.each([
    "https://wild.test",
    "https://.wild.test",
    "https://evil.test/.wild.test",
    "https://x.wild.test.evil.test",
    "https://evil.test?.wild.test",
    "https://evil.test#.wild.test",
    "https://evilwild.test",
    "http://a.wild.test",
    "https://a..wild.test",
  ])("REDIR-09: the wildcard doesn't match %s", (url) => expect(trusts(url)).toBe(false));

  test("only the listed custom scheme is trusted", () => {
    expect(trusts("myapp://callback")).toBe(true);
    expect(trusts("otherapp://callback")).toBe(false);
  });

  test.each([
    "javascript://",
    "https://",
    "app.test",
    "https://app.test/path",
    "*",
    "https://*",
    "https://a*.test",
    "*.test",
  ])("a pattern that matches nothing, or too much, fails at start (%s)", (pattern) =>
    expect(() => compileOrigins([pattern])).toThrow(),
  );
});
