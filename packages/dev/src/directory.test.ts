/** The simulated directory provisions an app with the SCIM plugin. */

import { memberTable, organization } from "@latchkey/organization";
import { scim } from "@latchkey/scim";
import { startAuth } from "@latchkey/test-kit";
import { expect, test } from "vitest";
import { createDirectory } from "./directory.ts";

/** Lists Robert before Eve. */
const users = "/Users?sortBy=userName&sortOrder=descending";

async function start(style: "entra" | "okta") {
  const app = await startAuth({ plugins: [organization({ sendInvitationEmail: () => {} }), scim()] });
  const { auth } = app;
  const ann = app.browser();
  await ann.signUp("ann@example.com");
  const { id } = (await ann.post<{ id: string }>("/organization/create", { name: "Acme", slug: "acme" })).body;
  const { baseURL, token } = await auth.api.createScimConnection({ body: { organizationId: id, name: "Test" } });
  const fetch = (url: string, init: RequestInit) => auth.handler(new Request(url, init));
  const directory = createDirectory({ baseURL, token, style, fetch });
  const read = async (path: string) => {
    const response = await fetch(`${baseURL}${path}`, { headers: { authorization: `Bearer ${token}` } });
    return ((await response.json()) as { readonly Resources: any[] }).Resources;
  };
  return { auth, directory, read, baseURL, fetch };
}

test.each(["entra", "okta"] as const)(
  "as %s, it adds, changes, deactivates, and removes users and groups",
  async (style) => {
    const { auth, directory, read } = await start(style);
    await directory.assign({ email: "bob@corp.test", givenName: "Bob", familyName: "Doe" });
    await directory.assign({ email: "eve@corp.test" });
    await directory.change("bob@corp.test", { email: "robert@corp.test", givenName: "Robert" });
    const [bob] = await read(users);
    expect(bob).toMatchObject({ userName: "robert@corp.test", name: { givenName: "Robert" }, active: true });
    await directory.deactivate("robert@corp.test");
    expect((await read(users)).map(({ active }) => active)).toEqual([false, true]);
    await directory.assign({ email: "robert@corp.test" });
    expect((await read(users)).map(({ active }) => active)).toEqual([true, true]);
    await directory.deactivate("eve@corp.test");
    await directory.activate("eve@corp.test");

    await directory.pushGroup("Staff", ["robert@corp.test", "eve@corp.test"]);
    await directory.pushGroup("Staff", ["eve@corp.test"]);
    await directory.renameGroup("Staff", "Everyone");
    const [group] = await read("/Groups");
    expect([group.displayName, group.members.length]).toEqual(["Everyone", 1]);
    await directory.removeGroup("Everyone");
    await directory.remove("robert@corp.test");
    expect([await read("/Groups"), (await read(users)).length]).toEqual([[], 1]);
    expect(await auth.$context.db.count(memberTable, {})).toBe(1);
    expect(directory.requests.every(({ status }) => status < 300)).toBe(true);
    const sent = new Set(directory.requests.map(({ method }) => method));
    expect([...sent].sort()).toEqual(["DELETE", "GET", "PATCH", "POST", ...(style === "okta" ? ["PUT"] : [])].sort());
  },
);

test("a request that fails, or an unknown name, throws an error that explains it", async () => {
  const { baseURL, fetch, directory } = await start("entra");
  await expect(directory.deactivate("unknown@corp.test")).rejects.toThrow("unknown@corp.test doesn't exist");
  await expect(directory.renameGroup("None", "Some")).rejects.toThrow("The directory's group None doesn't exist");
  const stranger = createDirectory({ baseURL, token: "scim_wrong", fetch });
  await expect(stranger.assign({ email: "bob@corp.test" })).rejects.toThrow("failed with 401");
  expect(stranger.requests).toMatchObject([{ method: "GET", status: 401 }]);
});
