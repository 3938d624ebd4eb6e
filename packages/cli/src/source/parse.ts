/** Parses source code into a tree with positions, without running it. */

import { parse as parseWithBabel } from "@babel/parser";
import type { File, Node } from "@babel/types";

/** A parsed source file. */
export interface Source {
  /** Path of the file. */
  readonly path: string;
  readonly text: string;
  readonly tree: File;
}

/**
 * Parses TypeScript or JavaScript, with JSX.
 * @throws {Error} if the text is neither. The message names the file and the line.
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
    throw new Error(`${path} can't be parsed: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
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
