/** Plans what else a Vite app needs: a `dev` script that also starts the server, and the auth pages around the app. */

import type { ArrayExpression, Expression, JSXElement, Node } from "@babel/types";
import { type Project, textOf } from "../project/project.ts";
import { moduleOf } from "../source/module.ts";
import { parse, walk } from "../source/parse.ts";
import type { Change } from "./changes.ts";

/** The script that starts the server only. */
export const serverScript = "dev:api";

/**
 * Makes `dev` start Vite and the server together.
 * @param server the server file's path
 * @returns `null` if the `dev` script doesn't start Vite, or already starts something else
 */
export function planDevScript({ folder, manifest, packageManager }: Project, server: string): Change | null {
  const before = textOf(folder, "package.json");
  const { scripts = {} } = manifest ?? {};
  const { dev } = scripts;
  if (before === null || dev === undefined || !/^vite(?: |$)/.test(dev) || /[&|;]/.test(dev)) return null;
  if (scripts["dev:web"] !== undefined || scripts[serverScript] !== undefined) return null;
  const watch = /\.[cm]?ts$/.test(server) ? `tsx watch ${server}` : `node --watch ${server}`;
  const entries = Object.entries(scripts).flatMap(([name, script]) =>
    name === "dev"
      ? [
          ["dev", `concurrently --kill-others "${packageManager}:dev:*"`],
          ["dev:web", script],
          [serverScript, watch],
        ]
      : [[name, script]],
  );
  const indent = /^[ \t]+/m.exec(before)?.[0] ?? "  ";
  const after = JSON.stringify({ ...JSON.parse(before), scripts: Object.fromEntries(entries) }, null, indent);
  return { path: "package.json", before, after: `${after}\n` };
}

/** The configuration that `npm create vite` generates for files that Node.js runs. */
const nodeConfiguration = "tsconfig.node.json";

/** Adds the server's files to the type check. */
export function planServerTypes({ folder }: Project, files: readonly string[]): Change | null {
  const before = textOf(folder, nodeConfiguration);
  if (before === null) return null;
  const head = "export default ";
  const list = includeOf(parse("tsconfig.js", head + before).tree.program);
  const last = list?.elements.at(-1);
  if (!last) return null;
  const end = (last.end ?? 0) - head.length;
  const more = files.map((file) => `, ${JSON.stringify(file)}`).join("");
  return { path: nodeConfiguration, before, after: before.slice(0, end) + more + before.slice(end) };
}

function includeOf(program: Node): ArrayExpression | null {
  let found: ArrayExpression | null = null;
  walk(program, (node) => {
    if (node.type !== "ObjectProperty" || node.key.type !== "StringLiteral" || node.key.value !== "include") return;
    if (node.value.type === "ArrayExpression") found ??= node.value;
  });
  return found;
}

/**
 * Wraps what the app renders in the component that shows the auth pages.
 * @param pages specifier for importing it, without an extension
 * @returns `null` if the place isn't clear, `"imported"` if the app already imports it
 */
export function planWrap(
  { folder }: Project,
  pages: { readonly path: string; readonly from: string },
): Change | "imported" | null {
  const path = ["tsx", "jsx"].map((ending) => `src/main.${ending}`).find((file) => textOf(folder, file) !== null);
  const before = path === undefined ? null : textOf(folder, path);
  if (path === undefined || before === null) return null;
  const { source, imports } = moduleOf(parse(path, before));
  if (imports.has("AuthPages")) return "imported";
  const { body } = source.tree.program;
  const lastImport = body.findLast((statement) => statement.type === "ImportDeclaration");
  const element = renderedElement(source.tree.program);
  if (!lastImport || !element) return null;
  const line = before.slice(lastImport.start ?? 0, lastImport.end ?? 0);
  const quote = line.includes('"') ? '"' : "'";
  const from = /from ['"]\.\S*\.[jt]sx['"]/.test(before)
    ? pages.from + pages.path.slice(pages.path.lastIndexOf("."))
    : pages.from;
  const imported = `import { AuthPages } from ${quote}${from}${quote}${line.endsWith(";") ? ";" : ""}`;
  const [start, end] = [element.start ?? 0, element.end ?? 0];
  const indent = /[ \t]*$/.exec(before.slice(0, start))?.[0] ?? "";
  const inner = before.slice(start, end).replaceAll("\n", "\n  ");
  const wrapped = `<AuthPages>\n${indent}  ${inner}\n${indent}</AuthPages>`;
  const importsEnd = lastImport.end ?? 0;
  const after = `${before.slice(0, importsEnd)}\n${imported}${before.slice(importsEnd, start)}${wrapped}${before.slice(end)}`;
  parse(path, after);
  return { path, before, after };
}

/** Finds the element in `….render(<App />)`. In `<StrictMode>`, finds its only child. */
function renderedElement(program: Node): JSXElement | null {
  const found: JSXElement[] = [];
  walk(program, (node) => {
    if (node.type !== "CallExpression" || node.callee.type !== "MemberExpression") return;
    const { property } = node.callee;
    const [first] = node.arguments;
    if (property.type === "Identifier" && property.name === "render" && isElement(first)) found.push(first);
  });
  const [only] = found;
  if (!only || found.length > 1) return null;
  return isStrictMode(only) ? onlyChild(only) : only;
}

function isElement(node: Node | undefined): node is JSXElement & Expression {
  return node?.type === "JSXElement";
}

function isStrictMode({ openingElement: { name } }: JSXElement): boolean {
  return name.type === "JSXIdentifier"
    ? name.name === "StrictMode"
    : name.type === "JSXMemberExpression" && name.property.name === "StrictMode";
}

function onlyChild({ children }: JSXElement): JSXElement | null {
  const elements = children.filter((child) => child.type !== "JSXText" || child.value.trim() !== "");
  const [first] = elements;
  return elements.length === 1 && first?.type === "JSXElement" ? first : null;
}
