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
  const sources = files.map((file) => readFileSync(file, "utf8"));
  return new Map(
    sources.flatMap((source) => {
      return [...source.matchAll(/= defineTokenKind(?:<\w+>)?\(\{([\s\S]*?)\n\}\)/g)].map(([, body = ""]) => {
        const name = /name: "([^"]+)"/.exec(body)?.[1] ?? "";
        return [name, seconds(/expiresIn: (\w+)/.exec(body)?.[1] ?? "", [source, ...sources])] as const;
      });
    }),
  );
}

/** Reads a lifetime that's a number or the name of a constant. The first source that has the constant counts. */
function seconds(value: string, sources: readonly string[]): number {
  const declaration = new RegExp(`const ${value}(?:: number)? = ([^;]+);`);
  const constant = sources.map((source) => declaration.exec(source)?.[1]).find(Boolean) ?? value;
  const factors = constant.split("*").map((factor) => Number(factor.trim().replaceAll("_", "")));
  const product = factors.reduce((one, other) => one * other, 1);
  if (!Number.isInteger(product)) throw new Error(`The lifetime ${constant} isn't a number.`);
  return product;
}
