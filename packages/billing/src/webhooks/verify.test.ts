import { createHmac, randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { Webhook } from "standardwebhooks";
import { afterEach, expect, test, vi } from "vitest";
import { type Random, seeded } from "../../test/random.ts";
import { webhookKeys } from "./secrets.ts";
import { verifyWebhook } from "./verify.ts";

interface Vector {
  readonly name: string;
  readonly secret?: string;
  readonly secret_format?: "base64" | "utf8";
  readonly secrets?: readonly { readonly secret: string; readonly format: "base64" | "utf8" }[];
  readonly now: number;
  readonly id: string | null;
  readonly timestamp: string | null;
  readonly signature: string | null;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: string;
  readonly reason: string | null;
}

const { vectors } = JSON.parse(readFileSync(new URL("../../fixtures/vectors.json", import.meta.url), "utf8")) as {
  readonly vectors: readonly Vector[];
};

const secret = "whsec_CzBVep/E6Q4zWH2ix+wRNluApcrvFDleg6jN8hc8YYY=";
const now = new Date("2025-06-02T10:40:00.000Z");
const seconds = now.getTime() / 1000;

const requestOf = (headers: Record<string, string>, body: BodyInit): Request =>
  new Request("http://app.test/hook", { method: "POST", headers, body });

async function outcome(request: Request, secrets: Parameters<typeof verifyWebhook>[1], at = now): Promise<string> {
  try {
    await verifyWebhook(request, secrets, { now: at });
    return "valid";
  } catch (error) {
    return (error as { readonly code: string }).code;
  }
}

const reasons: Readonly<Record<string, string>> = {
  missing_required_headers: "WEBHOOK_MISSING_HEADERS",
  no_matching_signature: "WEBHOOK_NO_MATCHING_SIGNATURE",
  timestamp_too_old: "WEBHOOK_TIMESTAMP_TOO_OLD",
  timestamp_too_new: "WEBHOOK_TIMESTAMP_TOO_NEW",
};

test("there are fifty vectors", () => expect(vectors).toHaveLength(50));

test.each(vectors)("WEBH-01 to WEBH-03: the vector $name gives the expected result", async (vector) => {
  const named = {
    "webhook-id": vector.id,
    "webhook-timestamp": vector.timestamp,
    "webhook-signature": vector.signature,
  };
  const headers = vector.headers ?? Object.fromEntries(Object.entries(named).filter(([, value]) => value !== null));
  const secrets = vector.secrets ?? [{ secret: vector.secret ?? "", format: vector.secret_format }];
  const at = new Date(vector.now * 1000);
  const expected = vector.reason === null ? "valid" : reasons[vector.reason];
  const request = () => requestOf(headers as Record<string, string>, vector.body);
  expect(await outcome(request(), secrets, at)).toBe(expected);
  // Also works without `format`, unless the vector is about the wrong format.
  if (/wrong-encoding|read-as/.test(vector.name)) return;
  const plain = secrets.map((one) => one.secret);
  expect(await outcome(request(), plain, at)).toBe(expected);
});

function sign(key: string | Buffer, id: string, timestamp: number | string, body: string | Buffer): string {
  return `v1,${createHmac("sha256", key).update(`${id}.${timestamp}.`).update(body).digest("base64")}`;
}
const key = Buffer.from(secret.slice(6), "base64");
const signedRequest = (body: string | Buffer, changes: Record<string, string> = {}, id = "msg_1", at = seconds) =>
  requestOf(
    { "webhook-id": id, "webhook-timestamp": String(at), "webhook-signature": sign(key, id, at, body), ...changes },
    body as BodyInit,
  );

test.each([
  ["webhook-id", ""],
  ["webhook-timestamp", ""],
  ["webhook-signature", ""],
  ["webhook-id", "msg_1, msg_1"],
  ["webhook-timestamp", `${seconds}, ${seconds}`],
  ["webhook-signature", `${sign(key, "msg_1", seconds, "{}")}, ${sign(key, "msg_1", seconds, "{}")}`],
])("WEBH-01: a request whose %s is %j is rejected", async (name, value) => {
  expect(await outcome(signedRequest("{}", { [name]: value }), secret)).toBe("WEBHOOK_MISSING_HEADERS");
});

test("WEBH-02: a valid signature among fifty invalid ones is accepted, and one with a wrong key or version isn't", async () => {
  const wrong = Array.from({ length: 50 }, () => `v1,${randomBytes(32).toString("base64")}`);
  const right = sign(key, "msg_1", seconds, "{}");
  const among = [...wrong.slice(0, 25), right, ...wrong.slice(25)].join(" ");
  expect(await outcome(signedRequest("{}", { "webhook-signature": among }), secret)).toBe("valid");
  for (const signature of [
    wrong.join(" "),
    right.replace("v1,", "v2,"),
    right.replace("v1,", ""),
    right.slice(0, -1),
  ]) {
    const request = signedRequest("{}", { "webhook-signature": signature });
    expect(await outcome(request, secret)).toBe("WEBHOOK_NO_MATCHING_SIGNATURE");
  }
});

test.each([
  [seconds - 301, "WEBHOOK_TIMESTAMP_TOO_OLD"],
  [seconds - 299, "valid"],
  [seconds + 299, "valid"],
  [seconds + 301, "WEBHOOK_TIMESTAMP_TOO_NEW"],
  [seconds * 1000, "WEBHOOK_TIMESTAMP_TOO_NEW"],
  [-5, "WEBHOOK_TIMESTAMP_TOO_OLD"],
  [Number.POSITIVE_INFINITY, "WEBHOOK_MISSING_HEADERS"],
  [Number.NaN, "WEBHOOK_MISSING_HEADERS"],
  [seconds + 0.5, "WEBHOOK_MISSING_HEADERS"],
])("WEBH-03: the timestamp %s is %s", async (at, expected) => {
  expect(await outcome(signedRequest("{}", {}, "msg_1", at), secret)).toBe(expected);
});

test.each([
  ['{"b":1,"a":2}', '{"a":2,"b":1}'],
  ['{"a": 1}', '{"a":1}'],
  ['{"a":"\\u00e9"}', '{"a":"é"}'],
  ['{"a":12345678901234567890}', '{"a":12345678901234567000}'],
  ['{"a":1.0}', '{"a":1}'],
  ['{"a":1}\n', '{"a":1}'],
])("WEBH-08: %s is no longer verified if it's serialized again as %s", async (sent, reprinted) => {
  const headers = Object.fromEntries(signedRequest(sent).headers);
  expect(await outcome(requestOf(headers, sent), secret)).toBe("valid");
  expect(await outcome(requestOf(headers, reprinted), secret)).toBe("WEBHOOK_NO_MATCHING_SIGNATURE");
});

test("WEBH-08, WEBH-10: bytes that aren't UTF-8 are verified unchanged", async () => {
  const body = Buffer.from([0x7b, 0xff, 0xfe, 0x7d]);
  expect(await outcome(signedRequest(body), secret)).toBe("valid");
  const verified = await verifyWebhook(signedRequest(body), secret, { now });
  expect([...verified.body]).toEqual([...body]);
  expect([verified.id, verified.sentAt]).toEqual(["msg_1", now]);
});

test("WEBH-09: a body over the limit is rejected, even if its signature is valid", async () => {
  await expect(verifyWebhook(signedRequest("x".repeat(101)), secret, { now, limit: 100 })).rejects.toMatchObject({
    code: "PAYLOAD_TOO_LARGE",
    status: 413,
  });
});

test("WEBH-12, WEBH-13: a missing, empty, or undecodable secret is rejected, and a short one causes a warning", () => {
  for (const nothing of [[], "", " ", "whsec_", { secret: "" }, { secret: "not base64!", format: "base64" as const }]) {
    expect(() => webhookKeys(nothing), JSON.stringify(nothing)).toThrow("webhook secret");
  }
  expect(webhookKeys("short").warnings).toHaveLength(1);
  // Long enough as text, but its decoded key is too short.
  expect(webhookKeys(`whsec_${Buffer.alloc(16, 1).toString("base64")}`).warnings).toHaveLength(1);
  expect(webhookKeys(secret).warnings).toEqual([]);
  // Text with the prefix is tried both ways. Without the prefix, only base64 of a full-length key is.
  expect(webhookKeys(secret).keys).toHaveLength(2);
  expect(webhookKeys("polar_whs_QmFzZTY0LWxvb2tpbmctYnV0LXJhdw").keys).toHaveLength(1);
  expect(webhookKeys("secretsecret").keys).toHaveLength(1);
});

afterEach(() => vi.useRealTimers());

test("WEBH-02: our verifier and the official one agree on 10,000 generated cases", async () => {
  vi.useFakeTimers({ toFake: ["Date"], now });
  const random = seeded(20250602);
  const counts: Record<string, number> = {};
  for (let at = 0; at < 10_000; at++) {
    const { headers, body, key: raw } = generated(random);
    const ours = await outcome(requestOf(headers, body), {
      secret: `whsec_${raw.toString("base64")}`,
      format: "base64",
    });
    const official = officially(new Webhook(`whsec_${raw.toString("base64")}`), headers, body);
    if (ours !== official) throw new Error(`${ours} against ${official}: ${JSON.stringify({ headers, body })}`);
    counts[ours] = (counts[ours] ?? 0) + 1;
  }
  expect(Object.keys(counts).sort()).toEqual(["valid", ...Object.values(reasons)].sort());
  expect(Math.min(...Object.values(counts))).toBeGreaterThan(300);
}, 60_000);

function officially(webhook: Webhook, headers: Record<string, string>, body: string): string {
  try {
    webhook.verify(body, headers, { jsonParse: false } as never);
    return "valid";
  } catch (error) {
    const { message } = error as Error;
    if (/too old/.test(message)) return "WEBHOOK_TIMESTAMP_TOO_OLD";
    if (/too new/.test(message)) return "WEBHOOK_TIMESTAMP_TOO_NEW";
    // Its fifth message, for a timestamp that isn't a number, maps to the first of our four errors.
    if (/Missing|Invalid/.test(message)) return "WEBHOOK_MISSING_HEADERS";
    return "WEBHOOK_NO_MATCHING_SIGNATURE";
  }
}

/** Returns a signed delivery with up to a few random defects. */
function generated(random: Random) {
  const { pick, below } = random;
  const raw = Buffer.from(Array.from({ length: 24 + below(41) }, () => below(256)));
  const id = `msg_${below(1e9).toString(36)}${pick(["", ".", ".x", "-"])}`;
  const at = seconds + pick([0, 0, 0, -1, 299, 300, 301, -299, -300, -301, 86_400, -86_400]);
  const body = pick(["", "{}", '{"a":1}', `{"name":"Zoë 李 🧾 ${below(999)}"}`, "x".repeat(below(2000))]);
  const headers: Record<string, string> = {
    "webhook-id": id,
    "webhook-timestamp": String(at),
    "webhook-signature": sign(raw, id, at, body),
  };
  const { "webhook-signature": right = "", ...unsigned } = headers;
  const other = sign(randomBytesOf(random), id, at, body);
  const signature = (value: string): Record<string, string> => ({ ...headers, "webhook-signature": value });
  const spoiled: readonly (() => Record<string, string>)[] = [
    () => headers,
    () => headers,
    () => unsigned,
    () => Object.fromEntries(Object.entries(headers).slice(1)),
    () => ({ ...headers, [pick(Object.keys(headers))]: "" }),
    () => ({ ...headers, "webhook-timestamp": pick(["soon", "NaN", "Infinity", "x1"]) }),
    () => signature(other),
    () => signature(`${other} ${right}`),
    () => signature(`v1a,${right.slice(3)} ${right}`),
    () => signature(`v2,${right.slice(3)}`),
    () => signature(right.slice(0, -4)),
    () => signature(`${right}AAAA`),
    () => signature(right.toLowerCase()),
    () => signature(pick(["v1,", "v1", ",", "nothing", right.slice(3)])),
    () => ({ ...headers, "webhook-id": `${id}x` }),
    () => ({ ...headers, "webhook-timestamp": String(at + 1) }),
  ];
  return { headers: pick(spoiled)(), body: random.chance(0.1) ? `${body} ` : body, key: raw };
}

function randomBytesOf(random: Random): Buffer {
  return Buffer.from(Array.from({ length: 32 }, () => random.below(256)));
}
