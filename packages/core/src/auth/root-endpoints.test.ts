import { startAuth, testOrigin } from "@latchkey/test-kit";
import { expect, test } from "vitest";
import { defineUntypedEndpoint } from "../plugin/endpoint.ts";
import { definePlugin } from "../plugin/plugin.ts";

const start = async (atRoot: boolean) => {
  const path = "/.well-known/thing";
  const thing = defineUntypedEndpoint({ method: "GET", path, atRoot, handle: () => ({ thing: true }) });
  const app = await startAuth({ plugins: [definePlugin({ id: "thing", endpoints: { thing: thing as never } })] });
  const get = (target: string, method = "GET") => app.auth.handler(new Request(`${testOrigin}${target}`, { method }));
  return { ...app, get };
};

test("an endpoint at the root of the host is served there, and not under the base path", async () => {
  const { get } = await start(true);
  expect(await (await get("/.well-known/thing?x=1")).json()).toEqual({ thing: true });
  expect((await get("/api/auth/.well-known/thing")).status).toBe(404);
  expect((await get("/.well-known/other")).status).toBe(404);
  expect((await get("/.well-known/thing", "POST")).status).toBe(404);
  expect((await get("/api/auth/capabilities")).status).toBe(200);
});

test("an app without root endpoints doesn't serve paths outside its base path", async () => {
  const { get } = await start(false);
  expect((await get("/.well-known/thing")).status).toBe(404);
  expect((await get("/api/auth/.well-known/thing")).status).toBe(200);
});
