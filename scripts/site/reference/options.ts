/** Reads the options of each call from the declarations and their docstrings. */

import ts from "typescript";
import { docstringOf } from "./declarations.ts";
import { joinLines } from "./markdown.ts";
import type { Entry, Sources } from "./sources.ts";

/** Calls with options that aren't plugins. Plugins are found by their return type. */
const calls: readonly string[] = [
  "createAuth",
  "sqlAdapter",
  "drizzleAdapter",
  "prismaAdapter",
  "kyselyAdapter",
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

/** An option as its declaration says it. */
export interface Option {
  /** The name after the names of the options that it's in, such as `session.cookieCache`. */
  readonly path: string;
  readonly isRequired: boolean;
  readonly type: string;
  readonly text: string;
  /** Name of the type, if it's an interface of options. */
  readonly nested: string | null;
}

/** Splits `Lifetime. Default: 5.` into `5` and the rest. */
export function splitDefault(text: string): { readonly standard: string; readonly rest: string } {
  const found = /(?:^|\s)Default: ((?:`[^`]*`|[^.`]|\.(?=\S))+)\.?/.exec(text);
  if (!found) return { standard: "", rest: text };
  const rest = `${text.slice(0, found.index)}${text.slice(found.index + found[0].length)}`.trim();
  return { standard: (found[1] ?? "").trim(), rest };
}

/** Returns the options of a type, without those of nested types. */
export function optionsOf(type: string, path: string, sources: Sources): Option[] {
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
        text: joinLines(docstringOf(member).text),
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
    return joinLines(
      `(${member.parameters.map((one) => one.getText()).join(", ")}) => ${member.type?.getText() ?? "void"}`,
    );
  }
  const type = (member.type?.getText() ?? "unknown").replace(/ \| undefined$/, "");
  // Shows the constraint of a type parameter, because its name says nothing here.
  const parameter = typeParameters?.find(({ name }) => name.text === type);
  return joinLines(parameter?.constraint?.getText() ?? type).replace(/\breadonly /g, "");
}
