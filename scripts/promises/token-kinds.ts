/** Finds the kinds of one-time tokens in the packages' sources. */

import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const packages: string = fileURLToPath(new URL("../../packages/", import.meta.url));

/** Maps each kind to its default lifetime, in seconds. */
export function tokenKinds(): Map<string, number> {
  const files = readdirSync(packages).flatMap((name) =>
    readdirSync(`${packages}${name}/src`, { recursive: true, encoding: "utf8" })
      .filter((path) => path.endsWith(".ts") && !path.includes(".test"))
      .map((path) => `${packages}${name}/src/${path}`),
  );
  return new Map(
    files.flatMap((file) =>
      [...readFileSync(file, "utf8").matchAll(/= defineTokenKind(?:<\w+>)?\(\{([\s\S]*?)\n\}\)/g)].map(
        ([, body = ""]) => {
          const name = /name: "([^"]+)"/.exec(body)?.[1] ?? "";
          return [name, Number(/expiresIn: ([\d_]+)/.exec(body)?.[1]?.replaceAll("_", ""))] as const;
        },
      ),
    ),
  );
}
