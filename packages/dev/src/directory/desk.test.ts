/** A developer connects the simulated directory in the console, and provisions users with its buttons. */

import { memberTable, organization } from "@latchkey/organization";
import { scim } from "@latchkey/scim";
import { startAuth } from "@latchkey/test-kit";
import { afterEach, expect, test, vi } from "vitest";
import { developerOf, formHeaders, local } from "../../test/callers.ts";
import { createDirectoryDesk } from "../directory.ts";
import { devConsole } from "../plugin.ts";
import type { DirectoryState } from "./state.ts";

afterEach(() => vi.unstubAllEnvs());

async function start() {
  let send = (_: Request): Promise<Response> => Promise.reject(new Error("The app isn't there yet."));
  const directory = createDirectoryDesk({ fetch: (url, init) => send(new Request(url, init)) });
  const app = await startAuth({
    plugins: [devConsole({ directory }), organization({ sendInvitationEmail: () => {} }), scim()],
  });
  send = (request) => app.auth.handler(request);
  const ann = app.browser(local);
  await ann.signUp("ann@example.com");
  const { id } = (await ann.post<{ id: string }>("/organization/create", { name: "Acme", slug: "acme" })).body;
  const connection = await app.auth.api.createScimConnection({ body: { organizationId: id, name: "Test" } });
  const developer = await developerOf(app);
  const change = async (body: object) => (await developer.post<DirectoryState>("/dev/directory/change", body)).body;
  const connect = (style: "entra" | "okta" = "entra") =>
    change({ action: "connect", baseURL: `${connection.baseURL}/`, token: connection.token, style });
  return { app, directory, connection, developer, change, connect };
}

test.each(["entra", "okta"] as const)("the console sends %s's requests, and shows the responses", async (style) => {
  const { app, change, connect, connection, developer } = await start();
  expect(await connect(style)).toMatchObject({ baseURL: connection.baseURL, style, people: [], failure: null });
  await change({ action: "assign", email: " Bob@corp.test ", givenName: "Bob", familyName: "" });
  await change({ action: "assign", email: "eve@corp.test" });
  await change({ action: "deactivate", email: "bob@corp.test" });
  const pushed = await change({ action: "push-group", group: "Staff", members: "bob@corp.test, eve@corp.test,," });
  expect(pushed).toMatchObject({
    people: [
      { email: "bob@corp.test", active: false },
      { email: "eve@corp.test", active: true },
    ],
    groups: [{ name: "Staff", emails: ["bob@corp.test", "eve@corp.test"] }],
    failure: null,
  });
  const [last] = pushed.requests;
  expect([last?.method, last?.path, last?.status]).toEqual(["POST", "/Groups", 201]);
  expect(JSON.parse(last?.body ?? "")).toMatchObject({ displayName: "Staff" });
  expect(JSON.parse(last?.answer ?? "").members).toHaveLength(2);
  // After connecting again, the directory knows the app's users and groups.
  expect((await connect(style)).people).toEqual(pushed.people);
  await change({ action: "activate", email: "bob@corp.test" });
  const removed = await change({ action: "remove", email: "eve@corp.test" });
  expect([removed.people.length, removed.groups]).toEqual([1, [{ name: "Staff", emails: ["bob@corp.test"] }]]);
  expect((await change({ action: "remove-group", group: "Staff" })).groups).toEqual([]);
  expect(await app.auth.$context.db.count(memberTable, {})).toBe(1);
  const page = (await developer.get<string>("/dev")).body;
  expect(page).toContain("bob@corp.test");
  expect(page).toContain("Deactivate");
  expect(page).not.toContain(connection.token);
});

test("forms return to the console, which shows what failed", async () => {
  const { change, connect, developer } = await start();
  const submit = (fields: Record<string, string>) =>
    developer.send("/dev/directory/change", {
      method: "POST",
      body: new URLSearchParams(fields).toString(),
      headers: formHeaders,
    });
  expect((await developer.get<string>("/dev")).body).toContain("Token of the connection");
  const early = await submit({ action: "assign", email: "bob@corp.test" });
  expect([early.status, early.headers.get("location")]).toEqual([302, "/api/auth/dev#directory"]);
  expect((await developer.get<string>("/dev")).body).toContain("Connect the directory first.");
  await submit({ action: "connect", baseURL: "file:///etc/passwd", token: "x" });
  expect((await developer.get<DirectoryState>("/dev/directory")).body).toMatchObject({
    baseURL: null,
    failure: "Enter the connection's URL.",
  });
  await connect();
  expect((await change({ action: "deactivate", email: "who@corp.test" })).failure).toContain("who@corp.test");
  expect((await change({ action: "assign" })).failure).toBe("Enter the person's email.");
  expect((await change({ action: "push-group" })).failure).toBe("Enter the group's name.");
  expect(await change({ action: "disconnect" })).toMatchObject({ baseURL: null, requests: [], failure: null });
});

test("the app rejects a wrong token, and the console shows the error", async () => {
  const { change, connection } = await start();
  const state = await change({ action: "connect", baseURL: connection.baseURL, token: "scim_wrong" });
  expect(state.failure).toContain("401");
  expect(state.requests).toMatchObject([{ method: "GET", status: 401 }]);
});

test("strangers can't see or use the simulated directory, and it doesn't run in production", async () => {
  const { app, connect, directory } = await start();
  await connect();
  const stranger = app.browser();
  expect((await stranger.get("/dev/directory")).status).toBe(403);
  const body = { action: "assign", email: "eve@corp.test" };
  expect((await stranger.post("/dev/directory/change", body)).status).toBe(403);
  expect(directory.state().people).toEqual([]);
  expect(() => devConsole({ directory: {} as never })).toThrow("devConsole: directory must be a directory");
  vi.stubEnv("NODE_ENV", "production");
  expect(() => createDirectoryDesk()).toThrow("createDirectoryDesk sends requests to any URL");
});
