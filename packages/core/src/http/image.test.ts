import { describe, expect, test } from "vitest";
import { parseImageURL, validateImage } from "./image.ts";

describe("an image URL", () => {
  test.each([
    ["https://img.test/a.png", "https://img.test/a.png"],
    ["HTTPS://IMG.test:443/a.png", "https://img.test/a.png"],
    ["http://img.test", "http://img.test/"],
    ["https://img.test/a b|é.png?x={y}", "https://img.test/a%20b%7C%C3%A9.png?x=%7By%7D"],
    ["https://img.test/O'Brien.jpg", "https://img.test/O%27Brien.jpg"],
    ["https://bücher.test/a", "https://xn--bcher-kva.test/a"],
    ["/avatars/ann.png?v=2", "/avatars/ann.png?v=2"],
    ["avatars/ann é.png", "avatars/ann%20%C3%A9.png"],
    ["ann.png", "ann.png"],
  ])("%s is stored as %s", (given, kept) => {
    expect(parseImageURL(given)).toBe(kept);
    expect(parseImageURL(kept)).toBe(kept);
  });

  test.each([
    'https://img.test/a"onerror="x',
    "https://img.test/<script>",
    "https://img.test/`x`",
    "https://img.test/a\n.png",
    "https://img.test/\u202e\u0085",
    "https://user:pass@img.test/a.png",
    "https://user@img.test/a.png",
    "https://",
    "https://img.test/x/../y.png",
    "https://img.test/%2e%2e/y.png",
    "/x/..//evil.test",
    "../x.png",
    "./x.png",
    "x/%2e%2e//evil.test",
    "//evil.test/a.png",
    "/\\evil.test",
    "\\\\evil.test",
    "javascript:alert(1)",
    " javascript:alert(1)",
    "java\tscript:alert(1)",
    "data:text/html,x",
    "data:image/png;base64,AAAA",
    "ftp://img.test/a",
    "a:b",
    "?x",
    "#x",
    `https://img.test/${"a".repeat(2048)}`,
    `/${"é".repeat(1000)}`,
  ])("INPUT-19: %j isn't valid", (given) => expect(parseImageURL(given)).toBeNull());

  test("removes the image if empty, is accepted if it's already stored, and changes nothing if missing", () => {
    const inline = `data:image/png;base64,${"A".repeat(5000)}`;
    expect([validateImage("image", ""), validateImage("image", null), validateImage("image", undefined)]).toEqual([
      null,
      null,
      undefined,
    ]);
    expect(validateImage("image", inline, inline)).toBe(inline);
    expect(() => validateImage("image", `${inline}A`, inline)).toThrow(
      expect.objectContaining({
        code: "VALIDATION_ERROR",
        details: { issues: [{ path: "image", message: "must be an http or https URL, or a relative path" }] },
      }),
    );
  });
});
