import { createHmac } from "node:crypto";
import { startAuth } from "@latchkey/test-kit";
import { afterEach, expect, test } from "vitest";
import { developerOf, formHeaders } from "../../test/callers.ts";
import { devConsole } from "../plugin.ts";
import { createWebhookReceiver, type WebhookReceiver, type WebhookReceiverOptions } from "../webhooks.ts";
import type { ReceivedWebhook } from "./received.ts";

const secret = `whsec_${btoa("a secret of 24 characters")}`;
const now = new Date("2030-01-01T12:00:00Z");

const open: WebhookReceiver[] = [];
afterEach(async () => {
  for (const one of open.splice(0)) await one.close();
});

async function start(options: WebhookReceiverOptions = {}): Promise<WebhookReceiver> {
  const receiver = await createWebhookReceiver({ clock: () => now, ...options });
  open.push(receiver);
  return receiver;
}

/** Sends an event in the Standard Webhooks format. */
function send(
  { url }: WebhookReceiver,
  { id = "evt_1", type = "user.create", key = secret, at = now, more = {} } = {},
) {
  const body = JSON.stringify({ type, data: {} });
  const timestamp = String(at.getTime() / 1000);
  const mac = createHmac("sha256", Buffer.from(key.slice(6), "base64")).update(`${id}.${timestamp}.${body}`);
  const headers = {
    "webhook-id": id,
    "webhook-timestamp": timestamp,
    "webhook-signature": `v1,AAAA v1,${mac.digest("base64")}`,
    ...more,
  };
  return fetch(`${url}in?x=1`, { method: "POST", headers, body });
}

test("a receiver verifies requests and counts attempts", async () => {
  const receiver = await start({ secrets: [secret] });
  expect((await send(receiver)).status).toBe(204);
  receiver.respondWith(500);
  expect((await send(receiver)).status).toBe(500);
  await send(receiver, { id: "evt_2", key: `whsec_${btoa("another")}` });
  await send(receiver, { id: "evt_3", at: new Date(now.getTime() - 301_000) });
  await send(receiver, { id: "evt_4", more: { "webhook-signature": "" } });
  const short = ({ id, path, eventId, type, attempt, signature, status }: ReceivedWebhook) =>
    [id, path, eventId, type, attempt, signature, status].join(" ");
  expect(receiver.list().map(short)).toEqual([
    "5 /in?x=1 evt_4 user.create 1 missing 500",
    "4 /in?x=1 evt_3 user.create 1 late 500",
    "3 /in?x=1 evt_2 user.create 1 wrong 500",
    "2 /in?x=1 evt_1 user.create 2 verified 500",
    "1 /in?x=1 evt_1 user.create 1 verified 204",
  ]);
  expect((await fetch(receiver.url)).status).toBe(405);
  const large = await fetch(receiver.url, { method: "POST", body: "x".repeat(1_048_577) });
  expect([large.status, receiver.list().length]).toEqual([413, 5]);
  receiver.clear();
  expect(receiver.list()).toEqual([]);
});

test("a test can wait for a webhook, and the error lists what arrived instead", async () => {
  const receiver = await start();
  const waited = receiver.next({ type: "member.create" });
  await send(receiver);
  await send(receiver, { type: "member.create" });
  const found = await waited;
  expect(found).toMatchObject({ type: "member.create", signature: "unchecked" });
  expect(await receiver.next({ type: "user.create" })).toMatchObject({ id: "1" });
  await expect(receiver.next({ after: found, timeoutMs: 1 })).rejects.toThrow(
    "No webhook arrived within 1 ms. Received, newest first: member.create, user.create.",
  );
});

test("the console shows webhooks to developers only, and verifies them with a secret that's pasted later", async () => {
  const receiver = await start();
  const app = await startAuth({ plugins: [devConsole({ webhooks: receiver })] });
  const developer = await developerOf(app);
  await send(receiver, { type: "<img src=x>" });
  const page = (await developer.get<string>("/dev")).body;
  expect(page).toContain("<strong>&#60;img src=x&#62;</strong>");
  expect(page).toContain("not verified, because there&#39;s no secret");
  expect((await developer.post("/dev/webhooks/secret", { secret: "whsec_" })).status).toBe(400);
  const body = new URLSearchParams({ secret }).toString();
  const form = await developer.send("/dev/webhooks/secret", { method: "POST", body, headers: formHeaders });
  expect([form.status, form.headers.get("location")]).toEqual([302, "/api/auth/dev"]);
  expect((await developer.get<string>("/dev")).body).toContain("signature verified");
  const listed = await developer.get<readonly ReceivedWebhook[]>("/dev/webhooks");
  expect(listed.body).toMatchObject([{ eventId: "evt_1", signature: "verified" }]);
  expect(JSON.stringify(listed.body)).not.toContain(secret);
  const stranger = app.browser();
  for (const reply of [
    await stranger.get("/dev/webhooks"),
    await stranger.post("/dev/webhooks/secret", { secret }),
    await stranger.post("/dev/webhooks/clear", {}),
  ]) {
    expect(reply.status).toBe(403);
  }
  expect((await developer.post("/dev/webhooks/clear", {})).status).toBe(200);
  expect(receiver.list()).toEqual([]);
});

test("an invalid secret and an invalid receiver are rejected with an error that names them", async () => {
  await expect(createWebhookReceiver({ secrets: ["a password"] })).rejects.toThrow("whsec_");
  expect(() => devConsole({ webhooks: {} as never })).toThrow("devConsole: webhooks must be a receiver");
});
