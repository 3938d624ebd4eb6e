import { expect, test } from "vitest";
import { fromBase64Url, toBase64Url, utf8 } from "./encoding.ts";
import { createKeyring } from "./keys.ts";
import { randomBytes } from "./random.ts";

const secret = "kR8vQ2mZ7tXw4LpN9sBd6HfJ1gYc3UeA";
const otherSecret = "Wq5nT0zVb8Xj2KmP7rLs4CfD9hGy6EuI";
const keys = createKeyring([secret, otherSecret]);
const box = keys.encryption("account");
const boundTo = "account:42:accessToken";

test("an envelope contains the version, key id, nonce, and ciphertext", async () => {
  const envelope = await box.encrypt("token", boundTo);
  const [version, id, nonce, ciphertext, ...rest] = envelope.split(".");
  expect([version, id, rest.length]).toEqual(["v1", keys.id, 0]);
  expect(fromBase64Url(nonce ?? "")).toHaveLength(12);
  expect(fromBase64Url(ciphertext ?? "")).toHaveLength("token".length + 16);
});

test.each(["", "token", "\uFEFF\0 héllo 🌍", "x".repeat(100_000)])("%.20j decrypts unchanged", async (plain) => {
  expect(await box.decrypt(await box.encrypt(plain, boundTo), boundTo)).toBe(plain);
});

test("encrypting the same text twice creates different envelopes", async () => {
  const envelopes = await Promise.all(Array.from({ length: 100 }, () => box.encrypt("token", boundTo)));
  expect(new Set(envelopes.map((envelope) => envelope.split(".")[2])).size).toBe(100);
});

test("the format is stable: an envelope from the first version still decrypts", async () => {
  const base = await crypto.subtle.importKey("raw", utf8(secret), "HKDF", false, ["deriveKey"]);
  const key = await crypto.subtle.deriveKey(
    { name: "HKDF", hash: "SHA-256", salt: new Uint8Array(), info: utf8("latchkey/v1/encrypt/account") },
    base,
    { name: "AES-GCM", length: 256 },
    false,
    ["encrypt"],
  );
  const iv = Uint8Array.from(randomBytes(12));
  const additionalData = utf8(`account\0${boundTo}`);
  const sealed = await crypto.subtle.encrypt({ name: "AES-GCM", iv, additionalData }, key, utf8("token"));
  const envelope = ["v1", keys.id, toBase64Url(iv), toBase64Url(new Uint8Array(sealed))].join(".");
  expect(await box.decrypt(envelope, boundTo)).toBe("token");
});

test("KEY-05: an envelope doesn't decrypt in another row or column", async () => {
  const envelope = await box.encrypt("token", boundTo);
  expect(await box.decrypt(envelope, "account:43:accessToken")).toBeNull();
  expect(await box.decrypt(envelope, "account:42:refreshToken")).toBeNull();
  expect(await box.decrypt(envelope, "")).toBeNull();
});

test("KEY-05: an envelope doesn't decrypt if a single bit of its nonce or ciphertext changes", async () => {
  const envelope = await box.encrypt("token", boundTo);
  const parts = envelope.split(".");
  for (const part of [2, 3]) {
    const bytes = fromBase64Url(parts[part] as string) as Uint8Array<ArrayBuffer>;
    for (let bit = 0; bit < bytes.length * 8; bit++) {
      const flipped = Uint8Array.from(bytes);
      flipped[bit >> 3] = (flipped[bit >> 3] as number) ^ (1 << (bit & 7));
      expect(await box.decrypt(parts.with(part, toBase64Url(flipped)).join("."), boundTo)).toBeNull();
    }
  }
});

test("KEY-05: an envelope that's truncated anywhere doesn't decrypt", async () => {
  const envelope = await box.encrypt("token", boundTo);
  for (let length = 0; length < envelope.length; length++) {
    expect(await box.decrypt(envelope.slice(0, length), boundTo)).toBeNull();
  }
});

test("KEY-05: an envelope doesn't decrypt with another key id, known or unknown", async () => {
  const parts = (await box.encrypt("token", boundTo)).split(".");
  expect(await box.decrypt(parts.with(1, createKeyring([otherSecret]).id).join("."), boundTo)).toBeNull();
  expect(await box.decrypt(parts.with(1, "AAAAAAAA").join("."), boundTo)).toBeNull();
});

test.each(["", ".", "...", "v1...", "v1.a.b.c", "v2.a.b.c", "plain text", "v1.%.%.%", "\uD800"])(
  "KEY-05: %j doesn't decrypt, and isn't recognized as current",
  async (text) => {
    expect(await box.decrypt(text, boundTo)).toBeNull();
    expect(box.isCurrent(text)).toBe(false);
  },
);

test("KEY-05: an envelope with another version or trailing data doesn't decrypt", async () => {
  const envelope = await box.encrypt("token", boundTo);
  for (const other of [`${envelope}.`, `${envelope}=`, ` ${envelope}`, envelope.replace("v1", "v2")]) {
    expect(await box.decrypt(other, boundTo), other).toBeNull();
  }
});
