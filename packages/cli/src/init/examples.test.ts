/** Checks that `init` writes the same files as the examples. */

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { place } from "../../test/terminal.ts";

const examples = fileURLToPath(new URL("../../../../examples/", import.meta.url));

/** The files of an example, without build output. */
function filesOf(name: string): Record<string, string> {
  const entries = readdirSync(join(examples, name), { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(examples.length + name.length + 1))
    .filter((path) => /^[^.].*\.(?:tsx?|json)$/.test(path) && !path.includes("node_modules"));
  return Object.fromEntries(paths.map((path) => [path, readFileSync(join(examples, name, path), "utf8")]));
}

test.each([
  ["express", ["auth.ts"]],
  ["fastify", ["auth.ts"]],
  ["nextjs", ["auth-client.ts", "app/api/auth/[...all]/route.ts"]],
])("init recreates what's removed from the %s example, and changes nothing else", async (name, taken) => {
  const files = filesOf(name);
  const rest = Object.fromEntries(Object.entries(files).filter(([path]) => !taken.includes(path)));
  const app = place(rest);
  try {
    const { code, error } = await app.run("init", "--yes", "--no-install");
    expect([code, error]).toEqual([0, ""]);
    for (const [path, text] of Object.entries(files)) expect(app.read(path), path).toBe(text);
  } finally {
    app.remove();
  }
});
