/** Source text as a tree, with its positions kept. Nothing of it is ever run. */

import { parse as parseWithBabel } from "@babel/parser";
import type { File, Node } from "@babel/types";

/** A source file that was read. */
export interface Source {
  /** Where it lies. */
  readonly path: string;
  readonly text: string;
  readonly tree: File;
}

/**
 * Reads TypeScript or JavaScript, with JSX.
 * @throws {Error} text that is neither; the message names the file and the line
 */
export function parse(path: string, text: string): Source {
  try {
    const jsx = /\.[cm]?ts$/.test(path) ? [] : (["jsx"] as const);
    const tree = parseWithBabel(text, {
      sourceType: "unambiguous",
      allowReturnOutsideFunction: true,
      plugins: ["typescript", "decorators-legacy", ...jsx],
    });
    return { path, text, tree };
  } catch (cause) {
    throw new Error(`${path} cannot be read: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
  }
}

/** Calls `visit` on every node, parents first. */
export function walk(node: Node, visit: (node: Node) => void): void {
  visit(node);
  for (const [key, value] of Object.entries(node)) {
    if (key === "loc" || key.endsWith("Comments")) continue;
    for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) walk(child, visit);
  }
}

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && typeof (value as { type?: unknown }).type === "string";
}
