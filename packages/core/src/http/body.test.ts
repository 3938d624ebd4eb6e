import { describe, expect, test } from "vitest";
import { parseJsonBytes, readBody, readBytes } from "./body.ts";
import { WebRequest } from "./web.ts";

const json = { "content-type": "application/json" };
const post = (body: BodyInit | null, headers: Record<string, string> = json) =>
  new Request("http://app.test/x", { method: "POST", body, headers });
const read = (request: Request, form = false) => readBody(new WebRequest(request), { limit: 1000, acceptsForm: form });
const refusal = (request: Request, form = false) =>
  read(request, form).then(
    () => "accepted",
    (error) => error.code,
  );

describe("a request body", () => {
  test("is an object, and a missing or empty body counts as {}", async () => {
    expect(await read(post('{"a":1}'))).toEqual({ a: 1 });
    expect(await read(post(null, {}))).toEqual({});
    expect(await read(post(new Uint8Array(), {}))).toEqual({});
    expect(await read(post(" ", json))).toEqual({});
  });

  test.each(["application/json", "APPLICATION/JSON", "application/json; charset=utf-8", "application/json ;x"])(
    "CSRF-10: %s is accepted as JSON",
    async (type) => expect(await read(post("{}", { "content-type": type }))).toEqual({}),
  );

  test.each([
    "application/json-evil",
    "text/plain",
    "application/jsonp",
    "application/json, text/plain",
    "application/x-www-form-urlencoded",
    "x",
  ])("CSRF-09, CSRF-10: %s is rejected before the body is parsed", async (type) =>
    expect(await refusal(post("{}", { "content-type": type }))).toBe("UNSUPPORTED_MEDIA_TYPE"),
  );

  test("CSRF-10: a body without a content type is rejected", async () => {
    const bytes = new TextEncoder().encode("{}");
    expect(await refusal(post(bytes, {}))).toBe("UNSUPPORTED_MEDIA_TYPE");
  });

  test("forms are accepted only by endpoints that declare them", async () => {
    const form = () => post("a=1&b=%20", { "content-type": "application/x-www-form-urlencoded" });
    expect(await read(form(), true)).toEqual({ a: "1", b: " " });
    expect(await refusal(form())).toBe("UNSUPPORTED_MEDIA_TYPE");
  });

  test.each(["{", "nonsense", '{"a":1}x', "{'a':1}"])("broken JSON is rejected (%s)", async (text) =>
    expect(await refusal(post(text))).toBe("BAD_REQUEST"),
  );

  test.each(["[]", "1", '"x"', "null", "true"])("a value that isn't an object is rejected (%s)", async (text) =>
    expect(await refusal(post(text))).toBe("VALIDATION_ERROR"),
  );

  test("invalid UTF-8 is rejected", async () =>
    expect(await refusal(post(new Uint8Array([0x7b, 0xff, 0x7d])))).toBe("BAD_REQUEST"));

  test("INPUT-02: a body over the limit is rejected, whether or not its length is declared", async () => {
    expect(await refusal(post(`{"a":"${"x".repeat(2000)}"}`))).toBe("PAYLOAD_TOO_LARGE");
    const endless = new ReadableStream({ pull: (controller) => controller.enqueue(new Uint8Array(300)) });
    const request = new Request("http://app.test/x", {
      method: "POST",
      body: endless,
      headers: json,
      duplex: "half",
    } as RequestInit);
    expect(await refusal(request)).toBe("PAYLOAD_TOO_LARGE");
  });

  test("INPUT-02: JSON that's nested 10,000 levels deep doesn't cause a crash", async () => {
    const deep = `{"a":${"[".repeat(10_000)}${"]".repeat(10_000)}}`;
    const body = await readBody(new WebRequest(post(deep)), { limit: 100_000, acceptsForm: false });
    expect(Object.keys(body)).toEqual(["a"]);
  });

  test("INPUT-01: __proto__ is dropped at any depth, however it is written", async () => {
    const body = await read(post('{"__proto__":{"x":1},"a":{"__proto__":{"x":1}},"\\u005f_proto__":{"x":1},"b":2}'));
    expect(body).toEqual({ a: {}, b: 2 });
    expect(Object.getPrototypeOf(body)).toBe(Object.prototype);
    expect(({} as { x?: number }).x).toBeUndefined();
  });

  test("HTTP-11: a body that breaks off returns a 400", async () => {
    const broken = new ReadableStream({ start: (controller) => controller.error(new Error("gone")) });
    const request = new Request("http://app.test/x", {
      method: "POST",
      body: broken,
      headers: json,
      duplex: "half",
    } as RequestInit);
    expect(await refusal(request)).toBe("BAD_REQUEST");
  });
});

describe("raw bytes", () => {
  const streamed = (pull: (controller: ReadableStreamDefaultController) => void | Promise<void>) =>
    new Request("http://app.test/x", { method: "POST", body: new ReadableStream({ pull }), duplex: "half" } as object);

  test("are unchanged, and parse like a body", async () => {
    const bytes = await readBytes(post('{"__proto__":{"a":1},"b":2}'), 100);
    expect(new TextDecoder().decode(bytes)).toBe('{"__proto__":{"a":1},"b":2}');
    expect(Object.entries(parseJsonBytes(bytes) as object)).toEqual([["b", 2]]);
    expect(() => parseJsonBytes(Uint8Array.of(0xff))).toThrow("UTF-8");
  });

  test("WEBH-09: reading stops at the size limit if a body never ends, and at the timeout if it hangs", async () => {
    let sent = 0;
    const endless = streamed((controller) => {
      sent += 1000;
      controller.enqueue(new Uint8Array(1000));
    });
    await expect(readBytes(endless, 5000)).rejects.toMatchObject({ code: "PAYLOAD_TOO_LARGE" });
    expect(sent).toBeLessThan(10_000);
    const hanging = streamed(() => new Promise(() => {}));
    await expect(readBytes(hanging, 5000, 20)).rejects.toMatchObject({ code: "BAD_REQUEST", status: 400 });
  });
});
