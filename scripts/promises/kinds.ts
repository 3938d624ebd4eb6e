/** The kinds of one-time tokens that the packages issue, from their sources. */

import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const packages: string = fileURLToPath(new URL("../../packages/", import.meta.url));

/** Name → how long a token is good unless an option says otherwise, in seconds. */
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
