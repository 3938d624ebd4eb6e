/** The table of rate limits says what the endpoints say. */

import { admin } from "@latchkey/admin";
import { anonymous } from "@latchkey/anonymous";
import { organization } from "@latchkey/organization";
import { startAuth } from "@latchkey/test-kit";
import { twoFactor } from "@latchkey/two-factor";
import { username } from "@latchkey/username";
import { expect, test } from "vitest";
import { pages } from "./blocks.ts";

test("every endpoint with a limit of its own stands in the table, with that limit", async () => {
  const rows = (pages().get("docs/operations/rate-limits.md") ?? "").matchAll(/^\| (\d+) \| (\d+) \| (`.*) \|$/gm);
  const told = [...rows].flatMap(([, max, window, cell = ""]) =>
    [...cell.matchAll(/`([^`]+)`/g)].map(([, name]) => `${max} in ${window}: ${name}`),
  );
  const { auth } = await startAuth({ plugins: [username(), anonymous(), twoFactor(), organization(), admin()] });
  const all = Object.values(auth.$context.extensions.endpoints);
  const limited = all.filter(({ rateLimit, aliasOf, serverOnly }) => rateLimit && !aliasOf && !serverOnly);
  const named = limited.map(({ path, method, rateLimit }) => {
    const twice = limited.filter((other) => other.path === path).length > 1;
    const rule = rateLimit as { readonly max: number; readonly window: number };
    return `${rule.max} in ${rule.window}: ${twice ? `${method} ` : ""}${path}`;
  });
  expect(told.sort()).toEqual(named.sort());
});
