/** Adds a proxy for the API to the configuration of Vite's dev server. */

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { ObjectExpression } from "@babel/types";
import { calleeOf, evaluate } from "../source/evaluate.ts";
import { moduleOf } from "../source/module.ts";
import { parse, walk } from "../source/parse.ts";
import { type StaticValue, UnknownValue, valueAt } from "../source/values.ts";
import type { Change } from "./changes.ts";

/** What to do about the proxy: nothing, a change, or a step for the user. */
export type ProxyPlan = { readonly change: Change } | { readonly byHand: string } | null;

/**
 * @param target URL that the server listens on
 */
export function planProxy(folder: string, target: string): ProxyPlan {
  // With `xfwd`, the server gets the client's address. A plain string would also rewrite `Host`, so that every client
  // on the network would look like a browser on this machine.
  const option = `server: { proxy: { "/api": { target: "${target}", xfwd: true } } }`;
  const byHand = { byHand: `In Vite's configuration: ${option}` };
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
  const server = valueAt(evaluate(config, { module, variable: () => undefined }), "server");
  if (server !== undefined) return forwardsClientAddress(valueAt(server, "proxy", "/api")) ? null : byHand;
  const last = config.properties.at(-1);
  const line = `${option},`;
  if (!last) return byHand;
  const end = last.end ?? 0;
  // There can already be a trailing comma.
  const comma = /^\s*,/.exec(before.slice(end))?.[0].length ?? 0;
  const head = before.slice(0, end) + (comma > 0 ? before.slice(end, end + comma) : ",");
  return { change: { path, before, after: `${head}\n  ${line}${before.slice(end + comma)}` } };
}

/** Whether an existing proxy forwards the client's address. Unknown values count as yes. */
function forwardsClientAddress(proxy: StaticValue): boolean {
  if (proxy === undefined || typeof proxy === "string") return false;
  const xfwd = valueAt(proxy, "xfwd");
  return xfwd === true || xfwd instanceof UnknownValue;
}
