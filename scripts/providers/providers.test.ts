import { existsSync, readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { factsOf, ids, optionsOf } from "./facts.ts";
import { fill, generated } from "./pages.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));

describe("the provider pages match the declarations: npx tsx scripts/providers/write.ts", () => {
  test.each([...generated.keys()])("%s", (page) => {
    const markdown = readFileSync(root + page, "utf8");
    expect(markdown).toBe(fill(page, markdown));
  });
});

test("each built-in provider has a page, and each page a provider", () => {
  for (const id of ids) expect(existsSync(`${root}docs/guides/providers/${id}.md`), id).toBe(true);
  const written = readdirSync(`${root}docs/guides/providers`).map((name) => name.replace(/\.md$/, ""));
  expect(written.filter((name) => !ids.includes(name)).sort()).toEqual(["any-openid-provider", "your-own"]);
});

test("each page names its redirect URL and configures its provider", () => {
  for (const id of ids) {
    const markdown = readFileSync(`${root}docs/guides/providers/${id}.md`, "utf8");
    expect(markdown, id).toContain(`/callback/${id}`);
    expect(markdown, id).toMatch(new RegExp(`socialProviders: \\{\\s+${id}: \\{`));
  }
});

test("facts and options are read from the code", () => {
  expect(factsOf("apple")).toContain("| Response | Form post |");
  expect(factsOf("tiktok")).toContain("| If there's no email | The user gets a placeholder email |");
  expect(factsOf("facebook")).toContain("| Refresh tokens | Not supported |");
  expect(optionsOf("vk")).toContain("| `langId` |");
  expect(optionsOf("roblox")).toContain('| `missingEmail` | `"placeholder"` or `"reject"` | `placeholder` |');
  expect(optionsOf("discord")).toContain(
    '| `prompt` | `"none"` or `"consent"` | `none` | `none` skips the consent page',
  );
  expect(optionsOf("tiktok")).toContain("| `clientKey` | `string` | Required |");
  expect(optionsOf("kick")).toBe("Kick has no additional options.");
});
