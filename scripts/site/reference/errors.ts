/** Generates the page of all error codes, from the catalogs in the packages' sources. */

import type { OpenApiDocument } from "@latchkey/core/openapi";
import ts from "typescript";
import { anchorOf } from "../../../docs/blocks.ts";
import { callsOf, codesOf } from "./endpoints.ts";
import { code } from "./markdown.ts";
import type { Page } from "./page.ts";
import type { Sources } from "./sources.ts";

/** An error code and the packages that use it. */
export interface ErrorEntry {
  readonly code: string;
  /** Each status and message of the code, by package. */
  readonly entries: readonly { readonly package: string; readonly status: string; readonly message: string }[];
}

/** Finds the codes of all catalogs, which are objects of `{ status, message }` by code. */
export function collectErrors(sources: Sources): ErrorEntry[] {
  const found = new Map<string, ErrorEntry["entries"][number][]>();
  for (const file of sources.files) {
    const name = /\/packages\/([^/]+)\//.exec(file.fileName)?.[1] ?? "";
    for (const property of propertiesOf(file)) {
      const entry = entryOf(property);
      if (entry === null) continue;
      const all = found.get(property.name.getText()) ?? [];
      if (!all.some((one) => one.status === entry.status && one.message === entry.message)) {
        found.set(property.name.getText(), [...all, { package: name, ...entry }]);
      }
    }
  }
  return [...found]
    .map(([name, entries]) => ({ code: name, entries }))
    .sort((one, other) => one.code.localeCompare(other.code, "en"));
}

export interface ErrorSources {
  readonly document: OpenApiDocument;
  /** Maps each code to links to the pages that name it. */
  readonly mentions: ReadonlyMap<string, readonly string[]>;
}

export function errorsPage(sources: Sources, { document, mentions }: ErrorSources): Page {
  const answering = new Map<string, string[]>();
  for (const call of callsOf(document)) {
    for (const [, one] of codesOf(call, document)) {
      answering.set(one, [...(answering.get(one) ?? []), `${call.method} ${call.path}`]);
    }
  }
  const total = callsOf(document).length;
  const texts = textsIn(sources);
  const sections = collectErrors(sources).map(({ code: name, entries }) => {
    const callers = answering.get(name) ?? [];
    const facts = [
      ...entries.map((entry) => `- ${entry.status}, ${code(`@latchkey/${entry.package}`)}: “${entry.message}”`),
      ...(texts.has(name) ? [`- What the ready-made screens tell people: “${texts.get(name)}”`] : []),
      ...(callers.length > 0 ? [`- Answered by ${callersIn(callers, total)}`] : []),
      ...((mentions.get(name)?.length ?? 0) > 0 ? [`- What to do: ${mentions.get(name)?.join(", ")}`] : []),
    ];
    return `### ${name}\n\n${facts.join("\n")}`;
  });
  const markdown = `# Error codes

Each refusal has a code, which stays, and a sentence, which may change. Over HTTP it is the body
${code('{ "code": "…", "message": "…" }')}; on the server an ${code("AuthError")} is thrown, and the client gives it as
${code("error")}. What is said here is the default: an endpoint may answer a code with another status, and its section in
[HTTP endpoints](endpoints.md) says so.

## All codes

${sections.join("\n\n")}`;
  const about = "look up a refusal: its status, who answers it, what to do";
  return { path: "reference/errors.md", title: "Error codes", about, markdown };
}

const maxCallers = 6;

function callersIn(callers: readonly string[], total: number): string {
  if (callers.length === total) return "every endpoint";
  const named = callers.slice(0, maxCallers).map((call) => `[${code(call)}](endpoints.md#${anchorOf(call)})`);
  return callers.length > maxCallers ? `${named.join(", ")} and ${callers.length - maxCallers} more` : named.join(", ");
}

function propertiesOf(file: ts.SourceFile): ts.PropertyAssignment[] {
  const found: ts.PropertyAssignment[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isPropertyAssignment(node)) found.push(node);
    ts.forEachChild(node, visit);
  };
  for (const statement of file.statements) {
    // Catalogs are constants of their files.
    if (ts.isVariableStatement(statement)) visit(statement);
  }
  return found;
}

/** The text that the prebuilt components show for each code. */
function textsIn({ files }: Sources): Map<string, string> {
  const properties = files.filter(({ fileName }) => fileName.includes("/packages/ui/")).flatMap(propertiesOf);
  return new Map(
    properties.flatMap(({ name, initializer }) =>
      /^[A-Z][A-Z0-9_]+$/.test(name.getText()) && ts.isStringLiteralLike(initializer)
        ? [[name.getText(), initializer.text] as const]
        : [],
    ),
  );
}

function entryOf({ name, initializer }: ts.PropertyAssignment): { status: string; message: string } | null {
  if (!/^[A-Z][A-Z0-9_]+$/.test(name.getText()) || !ts.isObjectLiteralExpression(initializer)) return null;
  const values = new Map(
    initializer.properties.filter(ts.isPropertyAssignment).map((one) => [one.name.getText(), one.initializer] as const),
  );
  const status = values.get("status")?.getText();
  const message = values.get("message");
  if (status === undefined || !/^\d{3}$/.test(status) || !message || !ts.isStringLiteralLike(message)) return null;
  return { status, message: message.text };
}
