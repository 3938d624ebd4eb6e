/** Formats declarations for readers: the signature without its body, and the docstring as Markdown. */

import ts from "typescript";

/** A parsed docstring. */
export interface Docstring {
  readonly text: string;
  readonly params: readonly { readonly name: string; readonly text: string }[];
  readonly returns: string | null;
  readonly throws: readonly { readonly type: string; readonly text: string }[];
  readonly see: readonly string[];
  readonly deprecated: string | null;
}

/** The kind of a declaration, for grouping. */
export type Kind = "function" | "options" | "type" | "value";

export function kindOf(declaration: ts.Declaration, name: string): Kind {
  if (ts.isFunctionDeclaration(declaration)) return "function";
  if (ts.isClassDeclaration(declaration)) return "value";
  if (ts.isVariableDeclaration(declaration)) return isCallable(declaration) ? "function" : "value";
  return /(?:Options|Settings|Props)$/.test(name) ? "options" : "type";
}

/** The declaration's text with its exported name. Comments of members are kept. Bodies and values are removed. */
export function signatureOf(declaration: ts.Declaration, name: string): string {
  const own = (declaration as ts.NamedDeclaration).name?.getText() ?? name;
  const text = textOf(declaration);
  return own === name ? text : text.replace(new RegExp(`\\b${own}\\b`), name);
}

function textOf(declaration: ts.Declaration): string {
  if (ts.isFunctionDeclaration(declaration)) return upTo(declaration, declaration.body);
  if (ts.isClassDeclaration(declaration)) return classSignature(declaration);
  if (ts.isVariableDeclaration(declaration)) return variableSignature(declaration);
  return withoutExport(declaration.getText());
}

/**
 * Parses the docstring of a declaration or a member. Goes line by line, because the compiler treats every `@` as the
 * start of a tag, even inside a sentence.
 */
export function docstringOf(node: ts.Node): Docstring {
  const [text = "", ...tags] = rawDocstring(node).split(/^@(?=[a-z])/m);
  const named = (name: string): string[] =>
    tags.filter((tag) => new RegExp(`^${name}\\b`).test(tag)).map((tag) => tag.slice(name.length).trim());
  return {
    text: text.trim(),
    params: named("param").map((tag) => {
      const [, name = "", about = ""] = /^(\S+)\s*([\s\S]*)$/.exec(tag) ?? [];
      return { name, text: about };
    }),
    returns: named("returns")[0] ?? null,
    throws: named("throws").map((tag) => {
      const [, type = "Error", about = ""] = /^(?:\{([^}]*)\}\s*)?([\s\S]*)$/.exec(tag) ?? [];
      return { type, text: about };
    }),
    see: named("see"),
    deprecated: named("deprecated")[0] ?? null,
  };
}

/** The comment before a declaration, without its asterisks. */
function rawDocstring(node: ts.Node): string {
  const holder = ts.isVariableDeclaration(node) ? node.parent.parent : node;
  const text = holder.getSourceFile().text;
  const range = ts
    .getLeadingCommentRanges(text, holder.getFullStart())
    ?.filter(({ pos }) => text.startsWith("/**", pos))
    .at(-1);
  if (!range) return "";
  return (
    text
      .slice(range.pos + 3, range.end - 2)
      .replace(/^[ \t]*\* ?/gm, "")
      .replace(/\{@link (\w+)\}/g, "`$1`")
      // Allows a tag after the sentence on the same line.
      .replace(/([.:;]) @(?=(?:throws|see|param|returns)\b)/g, "$1\n@")
      .trim()
  );
}

function isCallable({ type, initializer }: ts.VariableDeclaration): boolean {
  return type ? ts.isFunctionTypeNode(type) : initializer !== undefined && ts.isArrowFunction(initializer);
}

function upTo(node: ts.Node, body: ts.Node | undefined): string {
  const source = node.getSourceFile().text;
  const end = body ? body.getStart() : node.getEnd();
  return withoutExport(source.slice(node.getStart(), end)).trimEnd().replace(/;$/, "");
}

function withoutExport(text: string): string {
  return text.replace(/^export (?:declare )?(?:async )?/, "");
}

function variableSignature({ name, type, initializer }: ts.VariableDeclaration): string {
  if (type) return `const ${name.getText()}: ${type.getText()}`;
  return `const ${name.getText()} = ${initializer?.getText() ?? ""}`;
}

function classSignature(declaration: ts.ClassDeclaration): string {
  const source = declaration.getSourceFile().text;
  const head = withoutExport(source.slice(declaration.getStart(), declaration.members.pos)).trimEnd();
  const members = declaration.members.filter((member) => !isHidden(member)).map(memberSignature);
  return members.length === 0 ? `${head} }` : `${head}\n${members.join("\n")}\n}`;
}

function isHidden(member: ts.ClassElement): boolean {
  const flags = ts.getCombinedModifierFlags(member);
  return (
    Boolean(flags & ts.ModifierFlags.Private) || (member.name !== undefined && ts.isPrivateIdentifier(member.name))
  );
}

function memberSignature(member: ts.ClassElement): string {
  const text = member.getSourceFile().text;
  const body = (member as ts.MethodDeclaration).body;
  const value = (member as ts.PropertyDeclaration).initializer;
  const end =
    body?.getStart() ?? (value && (member as ts.PropertyDeclaration).type ? value.getFullStart() - 1 : member.getEnd());
  // Includes the member's comment, which starts where the previous member ends.
  const comments = ts.getLeadingCommentRanges(text, member.getFullStart()) ?? [];
  const start = comments.at(-1)?.pos ?? member.getStart();
  return `  ${text.slice(start, end).trim().replace(/;$/, "")};`;
}
