/** Reads the configuration of Vite's dev server, and adds a proxy for the API to it. */

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { ObjectExpression } from "@babel/types";
import { calleeOf, evaluate } from "../source/evaluate.ts";
import { type Module, moduleOf } from "../source/module.ts";
import { parse, walk } from "../source/parse.ts";
import { type StaticValue, UnknownValue, valueAt } from "../source/values.ts";
import type { Change } from "./changes.ts";

/** What to do about the proxy: nothing, a change, or a step for the user. */
export type ProxyPlan = { readonly change: Change } | { readonly manualStep: string } | null;

/**
 * @param target URL that the server listens on
 */
export function planProxy(folder: string, target: string): ProxyPlan {
  // With `xfwd`, the server gets the client's address. A plain string would also rewrite `Host`, so that every client
  // on the network would look like a browser on this machine.
  const proxy = `proxy: { "/api": { target: "${target}", xfwd: true } }`;
  const manualStep = { manualStep: `Add this to Vite's configuration: server: { ${proxy} }` };
  const config = readConfig(folder);
  if (!config) return manualStep;
  const { path, text: before, options } = config;
  const server = serverOptions(config);
  if (server === undefined) return append(options, `server: { ${proxy} }`) ?? manualStep;
  const existing = valueAt(server, "proxy");
  if (existing !== undefined) return forwardsClientAddress(valueAt(existing, "/api")) ? null : manualStep;
  const literal = objectAt(options, "server");
  return (literal && append(literal, proxy)) ?? manualStep;

  /** Adds a property at the end of an object, in the object's layout. */
  function append({ properties, loc }: ObjectExpression, property: string): ProxyPlan {
    const last = properties.at(-1);
    if (!last) return null;
    const end = last.end ?? 0;
    // There can already be a trailing comma.
    const comma = /^\s*,/.exec(before.slice(end))?.[0].length ?? 0;
    const head = before.slice(0, end) + (comma > 0 ? before.slice(end, end + comma) : ",");
    const isOneLine = loc?.start.line === loc?.end.line;
    const line = isOneLine ? ` ${property}` : `\n${indentOf(last.start ?? 0)}${property},`;
    return { change: { path, before, after: head + line + before.slice(end + comma) } };
  }

  function indentOf(position: number): string {
    return /[ \t]*$/.exec(before.slice(0, position))?.[0] ?? "";
  }
}

/** Returns a property's object literal. */
function objectAt({ properties }: ObjectExpression, name: string): ObjectExpression | null {
  for (const property of properties) {
    if (property.type !== "ObjectProperty" || property.key.type !== "Identifier" || property.key.name !== name)
      continue;
    return property.value.type === "ObjectExpression" ? property.value : null;
  }
  return null;
}

/** Returns the port of Vite's dev server. */
export function vitePort(folder: string): number {
  const config = readConfig(folder);
  const port = config && valueAt(serverOptions(config), "port");
  return typeof port === "number" ? port : 5173;
}

interface Configuration {
  readonly path: string;
  readonly text: string;
  readonly module: Module;
  /** The argument of `defineConfig`. */
  readonly options: ObjectExpression;
}

/** Returns `null` if there's no configuration file, or it doesn't pass an object to `defineConfig`. */
function readConfig(folder: string): Configuration | null {
  const path = ["ts", "mts", "js", "mjs"]
    .map((end) => `vite.config.${end}`)
    .find((file) => existsSync(join(folder, file)));
  if (path === undefined) return null;
  const text = readFileSync(join(folder, path), "utf8");
  const module = moduleOf(parse(path, text));
  let options: ObjectExpression | undefined;
  walk(module.source.tree.program, (node) => {
    if (node.type !== "CallExpression" || calleeOf(node.callee, { module }).name !== "defineConfig") return;
    const [first] = node.arguments;
    if (first?.type === "ObjectExpression") options ??= first;
  });
  return options ? { path, text, module, options } : null;
}

function serverOptions({ module, options }: Configuration): StaticValue {
  return valueAt(evaluate(options, { module, variable: () => undefined }), "server");
}

/** Whether an existing proxy forwards the client's address. Unknown values count as yes. */
function forwardsClientAddress(proxy: StaticValue): boolean {
  if (proxy === undefined || typeof proxy === "string") return false;
  const xfwd = valueAt(proxy, "xfwd");
  return xfwd === true || xfwd instanceof UnknownValue;
}
