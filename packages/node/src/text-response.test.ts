import { describe, expect, test } from "vitest";
import { createTextResponses, textOf } from "./text-response.ts";

const textResponse = createTextResponses();

const init = { status: 418, headers: { "content-type": "application/json", "x-a": "b" } };
const text = '{"name":"Ünïcode 🙂"}';
const bytes = new TextEncoder().encode(text);

describe("a response of a text", () => {
  test("gives its text away without a stream", () => {
    const response = textResponse(text, init);
    expect(textOf(response)).toBe(text);
    expect(response).toBeInstanceOf(Response);
    expect([response.status, response.ok, response.headers.get("x-a")]).toEqual([418, false, "b"]);
    expect(response.bodyUsed).toBe(false);
    expect(textOf(new Response(text))).toBeNull();
  });

  test("is read like any other, and once", async () => {
    const read = (): Response => textResponse(text, init);
    expect(await read().text()).toBe(text);
    expect(await read().json()).toEqual(JSON.parse(text));
    expect(new Uint8Array(await read().arrayBuffer())).toEqual(bytes);
    expect(await read().bytes()).toEqual(bytes);
    expect(await (await read().blob()).text()).toBe(text);
    await expect(read().formData()).rejects.toThrow(TypeError);
    const response = read();
    await response.text();
    expect(response.bodyUsed).toBe(true);
    expect(textOf(response)).toBeNull();
    await expect(response.text()).rejects.toThrow(TypeError);
  });

  test("can be cloned and wrapped, headers that were set later included", async () => {
    const response = textResponse(text, init);
    response.headers.set("x-later", "c");
    const copy = response.clone();
    expect([await copy.text(), copy.status, copy.headers.get("x-later")]).toEqual([text, 418, "c"]);
    const wrapped = new Response(response.body, response);
    expect([await wrapped.text(), wrapped.status, wrapped.headers.get("x-later")]).toEqual([text, 418, "c"]);
  });
});
