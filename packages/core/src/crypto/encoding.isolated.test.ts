import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";

type Encoding = typeof import("./encoding.ts");

const everyByte = Uint8Array.from({ length: 256 }, (_, at) => at);

describe.each([{ runtime: "with Buffer" }, { runtime: "without Buffer" }])("bytes as text $runtime", ({ runtime }) => {
  let encoding: Encoding;

  beforeAll(async () => {
    vi.resetModules();
    if (runtime === "without Buffer") vi.stubGlobal("Buffer", undefined);
    encoding = await import("./encoding.ts");
    vi.unstubAllGlobals();
  });
  afterAll(() => vi.resetModules());

  // RFC 4648, section 10
  test.each([
    ["", "", ""],
    ["f", "Zg==", "66"],
    ["fo", "Zm8=", "666f"],
    ["foo", "Zm9v", "666f6f"],
    ["foob", "Zm9vYg==", "666f6f62"],
    ["fooba", "Zm9vYmE=", "666f6f6261"],
    ["foobar", "Zm9vYmFy", "666f6f626172"],
  ])("%j has the standard's base64 and hexadecimal form", (text, base64, hex) => {
    const bytes = encoding.utf8(text);
    expect(encoding.toBase64(bytes)).toBe(base64);
    expect(encoding.toBase64Url(bytes)).toBe(base64.replaceAll("=", ""));
    expect(encoding.toHex(bytes)).toBe(hex);
    expect(encoding.fromBase64(base64)).toEqual(bytes);
    expect(encoding.fromBase64Url(base64.replaceAll("=", ""))).toEqual(bytes);
    expect(encoding.fromHex(hex)).toEqual(bytes);
  });

  test("every encoding round-trips every byte", () => {
    expect(encoding.fromBase64(encoding.toBase64(everyByte))).toEqual(everyByte);
    expect(encoding.fromBase64Url(encoding.toBase64Url(everyByte))).toEqual(everyByte);
    expect(encoding.fromHex(encoding.toHex(everyByte))).toEqual(everyByte);
    expect(encoding.fromHex(encoding.toHex(everyByte).toUpperCase())).toEqual(everyByte);
  });

  test("a view into a larger buffer encodes only its own bytes", () => {
    expect(encoding.toBase64Url(everyByte.subarray(102, 105))).toBe("Zmdo");
  });

  test.each(["A", "AB", "ABC", "AB=", "A===", "AB==CD==", "AB C", "AB\nCD", "AB-_", "ABCDE===", "ÄÖÜß", "Zh=="])(
    "%j isn't decoded as base64",
    (text) => expect(encoding.fromBase64(text)).toBeNull(),
  );

  test.each(["A", "ABCDE", "AB==", "Zg==", "AB+/", "AB C", "AB\n", "Zh", "ÄÖÜß", "AB.D"])(
    "%j isn't decoded as base64url",
    (text) => expect(encoding.fromBase64Url(text)).toBeNull(),
  );

  test.each(["0", "0g", "00 0", "0x00", "ä0"])("%j isn't decoded as hexadecimal", (text) => {
    expect(encoding.fromHex(text)).toBeNull();
  });

  test("a leading byte order mark is kept", () => {
    expect(encoding.fromUtf8(encoding.utf8("\uFEFFtext"))).toBe("\uFEFFtext");
  });
});
