import dns from "node:dns";
import { startAuth } from "@latchkey/test-kit";
import { afterEach, describe, expect, test, vi } from "vitest";
import { type Reply, startEvents } from "../../test/app.ts";
import { events } from "../plugin.ts";

afterEach(() => vi.restoreAllMocks());

describe("a webhook's address", () => {
  test("EVNT-01: URLs that aren't public https URLs are rejected when they're saved", async () => {
    const { olga, create } = await startEvents();
    const { id } = await create();
    for (const url of [
      ...["http://hooks.acme.test/", "https://localhost/", "https://127.0.0.1/", "https://[::1]/", "https://10.0.0.8/"],
      ...[
        "https://169.254.169.254/latest",
        "https://metadata.google.internal/",
        "https://a.test:8443/",
        "ftp://a.test",
      ],
      ...["https://user:pass@a.test/", "https://2130706433/", "javascript:alert(1)", "hooks"],
    ]) {
      expect([url, (await create({ url })).code]).toEqual([url, "INVALID_WEBHOOK_URL"]);
      const { body } = await olga.browser.post<Reply>("/webhook/update", { id, url });
      expect([url, body.code]).toEqual([url, "INVALID_WEBHOOK_URL"]);
    }
  });

  test("EVNT-01: a host with a private address is rejected when it's saved, or at delivery if it gets one later", async () => {
    let address = "10.0.0.8";
    vi.spyOn(dns.promises, "lookup").mockImplementation((async () => [{ address, family: 4 }]) as never);
    const { create, deliver, deliveries, rename } = await startEvents({}, { publicFetch: undefined });
    expect((await create()).code).toBe("INVALID_WEBHOOK_URL");
    address = "93.184.215.14";
    const { id } = await create({ events: ["organization.update"] });
    expect(id).toBeDefined();
    address = "127.0.0.1";
    await rename("Acme Inc");
    await deliver();
    const [delivery] = await deliveries(id);
    expect(delivery).toMatchObject({ state: "pending", attempts: 1, responseStatus: null });
  });

  test("EVNT-01: a redirect isn't followed", async () => {
    const { received, statuses, create, deliver, deliveries, rename } = await startEvents();
    const { id } = await create({ events: ["organization.update"] });
    statuses.set("hooks.acme.test", 302);
    await rename("Acme Inc");
    await deliver();
    expect(received).toHaveLength(1);
    expect(await deliveries(id)).toMatchObject([{ state: "pending", responseStatus: 302 }]);
  });

  test("plain http works if the app allows it, which it can't do in production", async () => {
    const fetched: string[] = [];
    const plain: typeof fetch = async (input) => {
      fetched.push(String(input));
      return new Response("ok");
    };
    const app = await startEvents({ allowPrivateURLs: true }, { fetch: plain });
    const { status } = await app.create({ url: "http://localhost:3000/in", events: ["organization.update"] });
    expect(status).toBe(200);
    await app.rename("Acme Inc");
    await app.deliver();
    expect(fetched).toEqual(["http://localhost:3000/in"]);
    vi.stubEnv("NODE_ENV", "production");
    await expect(
      startAuth({ baseURL: "https://app.test", plugins: [events({ allowPrivateURLs: true })] }),
    ).rejects.toThrow("events.allowPrivateURLs");
    vi.unstubAllEnvs();
  });
});
