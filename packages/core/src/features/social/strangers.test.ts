import { afterEach, expect, test } from "vitest";
import { at, closeNodes, type Node, signInByProvider, startNodes } from "../../../test/nodes.ts";
import { accountTable } from "../../tables/account.ts";

afterEach(closeNodes);

test("ENUM-11: another user's account gets the same response as a missing one, in every call and field", async () => {
  const started = await startNodes({ account: { accountLinking: { allowUnlinkingAll: true } } }, [{}]);
  const [node] = started.nodes as [Node];
  const { db } = node.auth.$context;
  await signInByProvider(started, node, node);
  const [theirs] = await db.findMany(accountTable, { limit: 1 });
  const stranger = at(node);
  await stranger.signUp("eve@example.com");
  const names = (id: string, accountId: string) => [
    { accountId: id },
    { providerId: "idp", accountId },
    { providerId: "idp", accountId: id },
    { providerId: "idp" },
  ];
  const foreign = names(theirs?.id ?? "", theirs?.accountId ?? "");
  const absent = names("x".repeat(32), "nobody-1");
  for (const path of ["/get-access-token", "/refresh-token", "/unlink-account", "/account-info"]) {
    for (const [index, fields] of foreign.entries()) {
      const said = async (given: object) => {
        const { status, body, headers, setCookies } =
          path === "/account-info"
            ? await stranger.get(`${path}?${new URLSearchParams(given as Record<string, string>)}`)
            : await stranger.post(path, given);
        return { status, body, headers: [...headers.keys()], setCookies };
      };
      const answer = await said(fields);
      expect([path, fields, answer.status >= 400]).toEqual([path, fields, true]);
      expect([path, answer]).toEqual([path, await said(absent[index] as object)]);
    }
  }
  expect(await db.findOne(accountTable, { where: { id: theirs?.id as string } })).toEqual(theirs);
});
