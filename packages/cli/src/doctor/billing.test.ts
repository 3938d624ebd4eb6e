import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { billing } from "@latchkey/billing";
import { createAuth, memoryAdapter } from "@latchkey/core";
import { toNodeHandler } from "@latchkey/node";
import { afterEach, describe, expect, test } from "vitest";
import { type Place, place } from "../../test/terminal.ts";
import { makeSecret } from "../secret.ts";
import type { Finding } from "./finding.ts";

const secret = `whsec_${Buffer.from(makeSecret()).toString("base64")}`;
const servers: Server[] = [];
const places: Place[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await new Promise((resolve) => server.close(resolve));
  for (const one of places.splice(0)) one.remove();
});

async function listen(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** An app that accepts webhooks signed with this secret, or an app without billing if it's `null`. */
function appWith(own: string | null, events: string[] = []): RequestListener {
  const webhooks = { onEvent: (event: { readonly type: string }) => void events.push(event.type) };
  const plugins = own === null ? [] : [billing({ secret: own, webhooks })];
  return toNodeHandler(createAuth({ database: memoryAdapter(), plugins }));
}

async function examine(url: string, ...words: string[]): Promise<{ code: number; findings: Finding[]; error: string }> {
  const app = place({
    "auth.ts": `import { createAuth } from "@latchkey/core"; import { billing } from "@latchkey/billing";
      export const auth = createAuth({ emailAndPassword, plugins: [billing({ secret: process.env.HOOK ?? "" })] });`,
    ".env": `HOOK=${secret}\n`,
  });
  places.push(app);
  const target = ["--database", "app.db", "--plugins", "billing"];
  await app.run("migrate", ...target);
  const { code, out, error } = await app.run("doctor", "--json", ...target, "--billing", url, ...words);
  const { findings } = (out === "" ? { findings: [] } : JSON.parse(out)) as { findings: Finding[] };
  return { code, error, findings: findings.filter(({ id }) => id.startsWith("billing.")) };
}

describe("latchkey doctor --billing", () => {
  test("accepts an app that handles the sample webhook and rejects a wrong signature", async () => {
    const events: string[] = [];
    const { findings, code } = await examine(await listen(appWith(secret, events)));
    expect([code, findings]).toEqual([0, []]);
    expect(events).toEqual(["latchkey.doctor"]);
  });

  test.each([
    [
      "another secret",
      () => appWith(`whsec_${Buffer.from(makeSecret()).toString("base64")}`),
      "400 WEBHOOK_NO_MATCHING_SIGNATURE",
      "Compare the secret",
    ],
    ["no billing", () => appWith(null), "404 NOT_FOUND", "Mount the handler"],
    [
      "a redirect",
      () => ((_, response) => void response.writeHead(308, { location: "/" }).end()) as RequestListener,
      "308",
      "doesn't follow redirects",
    ],
  ])("finds %s, and says what to do", async (_, make, answer, step) => {
    const { findings, code } = await examine(await listen(make()));
    expect([code, findings.length]).toEqual([1, 1]);
    expect(findings[0]).toMatchObject({ id: "billing.sample-rejected", title: expect.stringContaining(answer) });
    expect(findings[0]?.step).toContain(step);
  });

  test("finds an endpoint that accepts any signature", async () => {
    const url = await listen((_, response) => void response.end("{}"));
    expect((await examine(`${url}/hooks`)).findings.map(({ id }) => id)).toEqual(["billing.accepts-any-signature"]);
  });

  test("reports an invalid URL, and an endpoint that doesn't respond", async () => {
    expect(await examine("http://127.0.0.1:1")).toMatchObject({
      code: 1,
      error: expect.stringContaining("doesn't respond"),
    });
    expect(await examine("app.test")).toMatchObject({
      code: 1,
      error: expect.stringContaining("Use your app's URL"),
    });
  });

  test("signs with the given secret instead", async () => {
    const other = makeSecret();
    // With `=`, because a secret can start with a dash.
    expect((await examine(await listen(appWith(other)), `--billing-secret=${other}`)).code).toBe(0);
  });
});
