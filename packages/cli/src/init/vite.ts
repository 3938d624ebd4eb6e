/** Has Vite's development server pass calls of the API on. */

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { ObjectExpression } from "@babel/types";
import { calleeOf, evaluate } from "../source/evaluate.ts";
import { moduleOf } from "../source/module.ts";
import { parse, walk } from "../source/parse.ts";
import { at } from "../source/values.ts";
import type { Change } from "./changes.ts";

/** What has to be done about the proxy: nothing, a change, or something for a person. */
export type ProxyPlan = { readonly change: Change } | { readonly byHand: string } | null;

/** @param target where the server listens */
export function planProxy(folder: string, target: string): ProxyPlan {
  const byHand = { byHand: `In Vite's configuration: server: { proxy: { "/api": "${target}" } }` };
  const path = ["ts", "mts", "js", "mjs"]
    .map((end) => `vite.config.${end}`)
    .find((file) => existsSync(join(folder, file)));
  if (path === undefined) return byHand;
  const before = readFileSync(join(folder, path), "utf8");
  const module = moduleOf(parse(path, before));
  let config: ObjectExpression | undefined;
  walk(module.source.tree.program, (node) => {
    if (node.type !== "CallExpression" || calleeOf(node.callee, { module }).name !== "defineConfig") return;
    const [first] = node.arguments;
    if (first?.type === "ObjectExpression") config ??= first;
  });
  if (!config) return byHand;
  const server = at(evaluate(config, { module, variable: () => undefined }), "server");
  if (server !== undefined) return at(server, "proxy", "/api") === undefined ? byHand : null;
  const last = config.properties.at(-1);
  const line = `server: { proxy: { "/api": "${target}" } },`;
  if (!last) return byHand;
  const end = last.end ?? 0;
  // A comma may stand there already.
  const comma = /^\s*,/.exec(before.slice(end))?.[0].length ?? 0;
  const head = before.slice(0, end) + (comma > 0 ? before.slice(end, end + comma) : ",");
  return { change: { path, before, after: `${head}\n  ${line}${before.slice(end + comma)}` } };
}
