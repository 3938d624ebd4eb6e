/** Generates the error code pages from the catalogs in the packages' sources. */

import type { OpenApiDocument } from "@latchkey/core/openapi";
import ts from "typescript";
import { anchorOf } from "../../../docs/blocks.ts";
import type { Mention } from "../mentions.ts";
import { type Call, callsOf, codesOf, endpointsPath, topicOfCall } from "./endpoints.ts";
import { code, table } from "./markdown.ts";
import { linkTo, type Page, type PageGroup } from "./page.ts";
import type { Sources } from "./sources.ts";
import { byTopic, common, type Topic, topicOf } from "./topics.ts";

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
  /** The sections that name each code: a title, and a path in the docs folder with an anchor. */
  readonly mentions: ReadonlyMap<string, readonly Mention[]>;
}

/** The pages of error codes, and the page of each code. */
export interface ErrorPages extends PageGroup {
  pathOf(code: string): string;
}

const overviewPath = "reference/errors.md";

export function errorPages(sources: Sources, { document, mentions }: ErrorSources): ErrorPages {
  const callers = callersByCode(document);
  const texts = textsIn(sources);
  const topics = byTopic(collectErrors(sources), (entry) => topicOfError(entry, callers.get(entry.code) ?? []));
  const pages = topics.map(([topic, errors]): Page => {
    const path = pathOf(topic);
    const sections = errors.map((entry) => {
      const { code: name } = entry;
      const calls = callers.get(name) ?? [];
      return sectionOf(entry, { path, calls, text: texts.get(name), mentions: mentions.get(name) ?? [] });
    });
    const about = topic === common ? "Errors that many endpoints return." : `Errors of ${topic.title.toLowerCase()}.`;
    return {
      path,
      title: topic.title,
      about,
      markdown: `# ${topic === common ? topic.title : `${topic.title} errors`}\n\n${sections.join("\n\n")}\n`,
      names: errors.map((entry) => [entry.code, anchorOf(entry.code)]),
    };
  });
  const paths = new Map(
    topics.flatMap(([topic, errors]) => errors.map((entry) => [entry.code, pathOf(topic)] as const)),
  );
  return {
    title: "Error codes",
    overview: overviewOf(topics),
    pages,
    pathOf: (name) => paths.get(name) ?? overviewPath,
  };
}

function pathOf({ slug }: Topic): string {
  return `reference/errors/${slug}.md`;
}

function callersByCode(document: OpenApiDocument): ReadonlyMap<string, readonly Call[]> {
  const found = new Map<string, Call[]>();
  for (const call of callsOf(document)) {
    for (const [, one] of codesOf(call, document)) found.set(one, [...(found.get(one) ?? []), call]);
  }
  return found;
}

/** A plugin's code belongs to the plugin. A code of core belongs to the only topic that returns it. */
function topicOfError({ entries }: ErrorEntry, calls: readonly Call[]): Topic {
  const packages = new Set(entries.map((entry) => entry.package));
  const [only = "core"] = packages;
  if (packages.size === 1 && only !== "core") return topicOf(only);
  const [topic = common, ...others] = new Set(calls.map(topicOfCall));
  return packages.has("core") && others.length === 0 ? topic : common;
}

function overviewOf(topics: readonly (readonly [Topic, readonly ErrorEntry[]])[]): Page {
  const sections = topics.map(([topic, errors]) => {
    const rows = errors.map(({ code: name, entries }) => [
      `[${code(name)}](${linkTo({ path: pathOf(topic) }, overviewPath, anchorOf(name))})`,
      [...new Set(entries.map(({ status }) => status))].join(", "),
      [...new Set(entries.map(({ message }) => message))].join(" / "),
    ]);
    return `## ${topic.title}\n\n${table(["Code", "Status", "Message"], rows)}`;
  });
  const markdown = `# Error codes

Every error has a code and a message. Check the code, because it stays the same. The message can change.

| Where | Result |
|---|---|
| HTTP | The status, and the body ${code('{ "code": "…", "message": "…" }')} |
| Server | ${code("auth.api")} throws an ${code("AuthError")} with ${code("code")} and ${code("status")} |
| Client | ${code("error")}, with ${code("code")}, ${code("message")}, and ${code("status")} |

The status here is the default. If an endpoint uses another one, its page under [HTTP endpoints](endpoints.md) lists it.
For symptoms without a code, see [Troubleshooting](troubleshooting.md).

${sections.join("\n\n")}
`;
  const about = "Every error code with its status, cause, and fix.";
  return { path: overviewPath, title: "Error codes", about, markdown };
}

interface ErrorFacts {
  /** Path of the page. */
  readonly path: string;
  readonly calls: readonly Call[];
  /** The text of the prebuilt components. */
  readonly text: string | undefined;
  readonly mentions: readonly Mention[];
}

function sectionOf({ code: name, entries }: ErrorEntry, { path, calls, text, mentions }: ErrorFacts): string {
  const links = mentions.map(({ title, page, anchor }) => `[${title}](${linkTo({ path: page }, path, anchor)})`);
  const facts = [
    ...entries.map((entry) => `**${entry.status}** from ${code(`@latchkey/${entry.package}`)}: “${entry.message}”`),
    ...(text === undefined ? [] : [`**Prebuilt components show:** “${text}”`]),
    ...(calls.length === 0 ? [] : [`**Returned by:** ${callersIn(calls, path)}`]),
    ...(links.length === 0 ? [] : [`**Learn more:** ${links.join(", ")}`]),
  ];
  return `## ${name}\n\n${facts.map((fact) => `- ${fact}`).join("\n")}`;
}

const maxCallers = 6;

function callersIn(calls: readonly Call[], path: string): string {
  const named = calls.slice(0, maxCallers).map((call) => {
    const title = `${call.method} ${call.path}`;
    return `[${code(title)}](${linkTo({ path: endpointsPath(topicOfCall(call)) }, path, anchorOf(title))})`;
  });
  const more = calls.length - named.length;
  return more > 0 ? `${named.join(", ")}, and ${more} more endpoints` : named.join(", ");
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

/** The English text that the prebuilt components show for each code. */
function textsIn({ files }: Sources): Map<string, string> {
  const properties = files
    .filter(({ fileName }) => /\/packages\/ui\/(?!src\/locales\/).*(?:texts|errors|en)\.ts$/.test(fileName))
    .flatMap(propertiesOf);
  return new Map(
    properties.flatMap(({ name, initializer }) =>
      /^[A-Z][A-Z0-9_]+$/.test(name.getText()) && ts.isStringLiteralLike(initializer)
        ? [[name.getText(), initializer.text] as const]
        : [],
    ),
  );
}

function entryOf({ name, initializer }: ts.PropertyAssignment): { status: string; message: string } | null {
  // OAuth protocols use lowercase codes.
  if (!/^[A-Za-z][A-Za-z0-9_]+$/.test(name.getText()) || !ts.isObjectLiteralExpression(initializer)) return null;
  const values = new Map(
    initializer.properties.filter(ts.isPropertyAssignment).map((one) => [one.name.getText(), one.initializer] as const),
  );
  const status = values.get("status")?.getText();
  const message = values.get("message");
  if (status === undefined || !/^\d{3}$/.test(status) || !message || !ts.isStringLiteralLike(message)) return null;
  return { status, message: message.text };
}
