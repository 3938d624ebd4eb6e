/** Generates the page of all options, from the docstrings. */

import ts from "typescript";
import { anchorOf } from "../../../docs/blocks.ts";
import { docstringOf } from "./declarations.ts";
import { code, flow, table } from "./markdown.ts";
import type { Page } from "./page.ts";
import type { Entry, Sources } from "./sources.ts";

/** Calls with options that aren't plugins. Plugins are found by their return type. */
const calls: readonly string[] = [
  "createAuth",
  "sqlAdapter",
  "drizzleAdapter",
  "prismaAdapter",
  "redisStorage",
  "createMailer",
  "smtp",
  "toNodeHandler",
  "createAuthClient",
];

/** A call with options. */
export interface Configured {
  readonly call: string;
  readonly specifier: string;
  /** Name of the options' type. */
  readonly type: string;
}

/** Finds `createAuth` first, then plugins, then the other calls. */
export function configured(sources: Sources): Configured[] {
  const found = sources.entries.flatMap((entry) => configuredBy(entry, sources));
  const rank = ({ call }: Configured): number => (call === "createAuth" ? 0 : calls.includes(call) ? 2 : 1);
  return found.sort((one, other) => rank(one) - rank(other) || calls.indexOf(one.call) - calls.indexOf(other.call));
}

function configuredBy(entry: Entry, sources: Sources): Configured[] {
  return sources.exportsOf(entry).flatMap(({ name, declarations }) => {
    const all = declarations.filter(ts.isFunctionDeclaration);
    const isPlugin = all.some(({ type }) => /^\w+Plugin(?:<|$)/.test(type?.getText() ?? ""));
    if (!(isPlugin && !name.endsWith("Client")) && !calls.includes(name)) return [];
    const type = all.flatMap(({ parameters }) => parameters.flatMap((one) => one.type?.getText() ?? []));
    const options = type.join(" ").match(/\b\w+Options\b/)?.[0];
    return options === undefined ? [] : [{ call: name, specifier: entry.specifier, type: options }];
  });
}

export function optionsPage(sources: Sources): Page {
  const sections = configured(sources).map(
    ({ call, specifier, type }) =>
      `## ${call}\n\nFrom ${code(specifier)}.\n\n${tablesOf(type, "", sources).join("\n\n")}`,
  );
  const markdown = `# Configuration

Every option, with its type and its default, as the declarations say it. One that makes no sense is refused when the app
starts, by its name. An option without a default is off, or has to be given.

${sections.join("\n\n")}`;
  const about = "see every option with its type and default";
  return { path: "reference/configuration.md", title: "Configuration", about, markdown };
}

interface Option {
  readonly path: string;
  readonly isRequired: boolean;
  readonly type: string;
  readonly text: string;
  /** Name of the type, if it's an interface of options. */
  readonly nested: string | null;
}

/** The table of one type's options, followed by those of its nested types. */
function tablesOf(type: string, path: string, sources: Sources): string[] {
  const choices = sources.choicesOf(type);
  if (choices.length > 1) {
    const [common = [], ...own] = sharedAndOwn(choices.map((choice) => optionsOf(choice, path, sources)));
    return [
      tableOf(common),
      ...own.flatMap((options, at) => {
        const about = docstringOf(sources.interfaceNamed(choices[at] ?? "")).text;
        return options.length === 0 ? [] : [`### ${choices[at]}\n\n${about}\n\n${tableOf(options)}`];
      }),
    ];
  }
  const options = optionsOf(type, path, sources);
  const nested = options.filter((option) => option.nested !== null);
  return [
    tableOf(options),
    ...nested.flatMap((option) => {
      const about = docstringOf(sources.interfaceNamed(option.nested ?? "")).text;
      const [first = "", ...rest] = tablesOf(option.nested ?? "", `${option.path}.`, sources);
      return [`### ${option.path}\n\n${about === "" ? "" : `${about}\n\n`}${first}`, ...rest];
    }),
  ];
}

/** The options that all shapes have, then the additional ones of each shape. */
function sharedAndOwn(shapes: readonly (readonly Option[])[]): Option[][] {
  const isShared = ({ path, text }: Option): boolean =>
    shapes.every((shape) => shape.some((other) => other.path === path && other.text === text));
  return [(shapes[0] ?? []).filter(isShared), ...shapes.map((shape) => shape.filter((option) => !isShared(option)))];
}

function tableOf(options: readonly Option[]): string {
  return table(
    ["option", "default", "type, and what it does"],
    options.map(({ path, isRequired, type, text, nested }) => {
      const { standard, rest } = splitDefault(text);
      const what = nested === null ? `${code(type)} ${rest}` : `[Its options](#${anchorOf(path)}). ${rest}`;
      return [code(path.replace(/^.*\./, "")), isRequired ? "required" : standard, what.trim()];
    }),
  );
}

/** Splits `Lifetime. Default: 5.` into `5` and the rest. */
export function splitDefault(text: string): { readonly standard: string; readonly rest: string } {
  const found = /(?:^|\s)Default: ((?:`[^`]*`|[^.`]|\.(?=\S))+)\.?/.exec(text);
  if (!found) return { standard: "", rest: text };
  const rest = `${text.slice(0, found.index)}${text.slice(found.index + found[0].length)}`.trim();
  return { standard: (found[1] ?? "").trim(), rest };
}

function optionsOf(type: string, path: string, sources: Sources): Option[] {
  const declaration = sources.interfaceNamed(type);
  const inherited = (declaration.heritageClauses ?? [])
    .flatMap(({ types }) => types.map(({ expression }) => expression.getText()))
    .flatMap((name) => (sources.hasInterface(name) ? optionsOf(name, path, sources) : []));
  const own = declaration.members.flatMap((member) => {
    if (!ts.isPropertySignature(member) && !ts.isMethodSignature(member)) return [];
    const typeText = typeOf(member, declaration);
    const name = typeText.replace(/<.*$/, "");
    return [
      {
        path: `${path}${member.name.getText()}`,
        isRequired: member.questionToken === undefined,
        type: /^\w+Options<.*>$/.test(typeText) ? name : typeText,
        text: flow(docstringOf(member).text),
        nested: /^\w+Options$/.test(name) && sources.hasInterface(name) && !isTable(name, sources) ? name : null,
      },
    ];
  });
  const names = new Set(own.map((option) => option.path));
  return [...inherited.filter((option) => !names.has(option.path)), ...own];
}

/** Whether an interface has no members to list, such as one based on a mapped type. */
function isTable(name: string, sources: Sources): boolean {
  return optionsOf(name, "", sources).length === 0;
}

function typeOf(
  member: ts.PropertySignature | ts.MethodSignature,
  { typeParameters }: ts.InterfaceDeclaration,
): string {
  if (ts.isMethodSignature(member)) {
    return flow(`(${member.parameters.map((one) => one.getText()).join(", ")}) => ${member.type?.getText() ?? "void"}`);
  }
  const type = (member.type?.getText() ?? "unknown").replace(/ \| undefined$/, "");
  // Shows the constraint of a type parameter, because its name says nothing here.
  const parameter = typeParameters?.find(({ name }) => name.text === type);
  return flow(parameter?.constraint?.getText() ?? type).replace(/\breadonly /g, "");
}
