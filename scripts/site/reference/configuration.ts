/** Generates the options pages by topic, first for `createAuth`, then for each plugin, adapter, and tool. */

import { anchorOf } from "../../../docs/blocks.ts";
import { docstringOf } from "./declarations.ts";
import { code, table } from "./markdown.ts";
import { type Configured, configured, type Option, optionsOf, splitDefault } from "./options.ts";
import { linkTo, type Page, type PageGroup } from "./page.ts";
import type { Sources } from "./sources.ts";

/** A page of options of `createAuth`, and the names of those options. */
interface OptionTopic {
  readonly slug: string;
  /** In the sidebar. */
  readonly title: string;
  readonly heading: string;
  readonly options: readonly string[];
}

const topics: readonly OptionTopic[] = [
  {
    slug: "email-and-password",
    title: "Email and password",
    heading: "Email and password options",
    options: ["emailAndPassword", "emailVerification"],
  },
  { slug: "sessions", title: "Sessions", heading: "Session options", options: ["session"] },
  {
    slug: "social-providers",
    title: "Social providers",
    heading: "Social provider options",
    options: ["socialProviders", "providers", "account"],
  },
  { slug: "users", title: "Users", heading: "User options", options: ["user"] },
  { slug: "rate-limits", title: "Rate limits", heading: "Rate limit options", options: ["rateLimit"] },
];

/** The page of all options that no other topic has. */
const advanced = { slug: "advanced", title: "Logging and advanced", heading: "Logging and advanced options" };

const databases = { slug: "databases", title: "Database adapters", heading: "Database adapter options" };
const email = { slug: "email", title: "Email", heading: "Email options" };

/** Calls that share a page. Every other call has its own. */
const shared: Readonly<Record<string, Pick<OptionTopic, "slug" | "title" | "heading">>> = {
  sqlAdapter: databases,
  drizzleAdapter: databases,
  prismaAdapter: databases,
  kyselyAdapter: databases,
  createMailer: email,
  smtp: email,
  createAuthClient: { slug: "client", title: "Client", heading: "Client options" },
};

const overviewPath = "reference/configuration.md";

export function configurationPages(sources: Sources): PageGroup {
  const calls = configured(sources);
  const [main] = calls;
  if (main?.call !== "createAuth") throw new Error("createAuth isn't among the calls with options.");
  const options = optionsOf(main.type, "", sources);
  const ofAuth = authPages(options, sources);
  const others = callPages(calls.slice(1), sources);
  return {
    title: "Configuration",
    overview: overviewOf(options, ofAuth, others),
    pages: [...ofAuth.values(), ...others].filter((page, at, all) => all.indexOf(page) === at),
  };
}

/** Maps each option of `createAuth` that has options itself to its page. */
function authPages(options: readonly Option[], sources: Sources): Map<string, Page> {
  const nested = options.filter((option) => option.nested !== null);
  const listed = topics.flatMap((topic) => topic.options);
  const rest = nested.map(({ path }) => path).filter((path) => !listed.includes(path));
  return new Map(
    [...topics, { ...advanced, options: rest }].flatMap((topic) => {
      const own = nested.filter(({ path }) => topic.options.includes(path));
      const path = pathOf(topic.slug);
      const tables = [
        ...own.map((option) => sectionsOf(option, sources)),
        ...(topic.slug === "social-providers" ? providerSections(sources) : []),
      ];
      const names = own.flatMap((option) => namesBelow(option, sources));
      const about = `Options for ${topic.options.map(code).join(", ")} in ${code("createAuth")}.`;
      const markdown = `# ${topic.heading}\n\n${about}\n\n${tables.join("\n\n")}\n`;
      const page: Page = { path, title: topic.title, about, markdown, names };
      return own.map((option) => [option.path, page] as const);
    }),
  );
}

function callPages(calls: readonly Configured[], sources: Sources): Page[] {
  const pages = new Map<string, Pick<OptionTopic, "title" | "heading"> & { readonly calls: Configured[] }>();
  for (const one of calls) {
    const own = { slug: kebab(one.call), title: one.call, heading: `${one.call} options` };
    const { slug, title, heading } = shared[one.call] ?? own;
    const page = pages.get(slug) ?? { title, heading, calls: [] };
    page.calls.push(one);
    pages.set(slug, page);
  }
  return [...pages].map(([slug, { title, heading, calls: own }]) => {
    const names = [...new Set(own.map(({ call }) => call))];
    const sections = names.map((name) => {
      const same = own.filter(({ call }) => call === name);
      const from = same.map(({ specifier }) => code(specifier)).join(" or ");
      return `## ${name}\n\nImport it from ${from}.\n\n${tablesOf(same[0]?.type ?? "", "", sources).join("\n\n")}`;
    });
    const about = `Options for ${names.map(code).join(", ")}.`;
    const markdown = `# ${heading}\n\n${about}\n\n${sections.join("\n\n")}\n`;
    return { path: pathOf(slug), title, about, markdown };
  });
}

function overviewOf(options: readonly Option[], ofAuth: ReadonlyMap<string, Page>, others: readonly Page[]): Page {
  const rows = options.map((option) => {
    const page = ofAuth.get(option.path);
    return rowOf(option, page && linkTo(page, overviewPath, anchorOf(option.path)));
  });
  const markdown = `# Configuration

These pages list every option with its type and default. An option without a default is optional and off, unless the table
says that it's required. If a value is invalid, the call throws an error that names the option and says how to fix it.

## createAuth

${table(head, rows)}

## Plugins, adapters, and tools

${table(
  ["Page", "Description"],
  others.map((page) => [`[${page.title}](${linkTo(page, overviewPath)})`, page.about]),
)}
`;
  const about = "Every option with its type and default.";
  return { path: overviewPath, title: "Configuration", about, markdown };
}

/** The options of providers, whose type has no name in the options of `createAuth`. */
function providerSections(sources: Sources): string[] {
  const shared = tableOf(optionsOf("ProviderOptions", "", sources));
  const names = new Set(optionsOf("ProviderOptions", "", sources).map(({ path }) => path));
  const own = optionsOf("OpenIDProviderOptions", "", sources).filter(({ path }) => !names.has(path));
  return [
    `## socialProviders

The key is the provider's id, such as ${code("github")}. Every provider takes these options, and most require
${code("clientSecret")}. The page of each provider has its other options, such as [Microsoft](../../guides/providers/microsoft.md).

${shared}`,
    `## openidProvider

Adds [any OpenID Connect provider](../../guides/providers/any-openid-provider.md) to ${code("providers")}. It takes the options above
and these:

${tableOf(own)}`,
  ];
}

/** The table of an option that has options itself, and the tables of those below it. */
function sectionsOf(option: Option, sources: Sources): string {
  const about = docstringOf(sources.interfaceNamed(option.nested ?? "")).text;
  const [first = "", ...rest] = tablesOf(option.nested ?? "", `${option.path}.`, sources);
  return [`## ${option.path}`, ...(option.text === "" ? [about] : [option.text]), first, ...rest]
    .filter((part) => part !== "")
    .join("\n\n");
}

/** The table of one type's options, followed by those of its nested types. */
function tablesOf(type: string, path: string, sources: Sources): string[] {
  const choices = sources.choicesOf(type);
  if (choices.length > 1) return choiceTables(choices, path, sources);
  const options = optionsOf(type, path, sources);
  return [
    tableOf(options),
    ...options.flatMap((option) => {
      if (option.nested === null) return [];
      const about = docstringOf(sources.interfaceNamed(option.nested)).text;
      const [first = "", ...rest] = tablesOf(option.nested, `${option.path}.`, sources);
      return [`### ${option.path}\n\n${about === "" ? "" : `${about}\n\n`}${first}`, ...rest];
    }),
  ];
}

/** The table of the options that all choices have, then the additional ones of each choice. */
function choiceTables(choices: readonly string[], path: string, sources: Sources): string[] {
  const [common = [], ...own] = sharedAndOwn(choices.map((choice) => optionsOf(choice, path, sources)));
  return [
    tableOf(common),
    ...own.flatMap((options, at) => {
      const about = docstringOf(sources.interfaceNamed(choices[at] ?? "")).text;
      return options.length === 0 ? [] : [`### ${choices[at]}\n\n${about}\n\n${tableOf(options)}`];
    }),
  ];
}

function sharedAndOwn(shapes: readonly (readonly Option[])[]): Option[][] {
  const isShared = ({ path, text }: Option): boolean =>
    shapes.every((shape) => shape.some((other) => other.path === path && other.text === text));
  return [(shapes[0] ?? []).filter(isShared), ...shapes.map((shape) => shape.filter((option) => !isShared(option)))];
}

const head = ["Option", "Type", "Default", "Description"];

/** Longer types are part of the description, so that the column stays narrow. */
const maxTypeLength = 24;

function tableOf(options: readonly Option[]): string {
  return table(
    head,
    options.map((option) => rowOf(option, option.nested === null ? undefined : `#${anchorOf(option.path)}`)),
  );
}

/**
 * @param link where the option's own options are
 */
function rowOf({ path, isRequired, type, text }: Option, link: string | undefined): string[] {
  const { standard, rest } = splitDefault(text);
  const name = path.replace(/^.*\./, "");
  const byDefault = isRequired ? "Required" : defaultText(standard);
  if (link !== undefined) return [`[${code(name)}](${link})`, "object", byDefault, rest || "See its options."];
  const about = rest === "" && name === "enabled" ? "Whether to turn on this feature." : rest;
  if (type.length <= maxTypeLength) return [code(name), code(type), byDefault, about];
  const kind = type.includes("=>") ? "function" : /\[\]$/.test(type) ? "array" : "see description";
  return [code(name), kind, byDefault, `${about} Type: ${code(type)}`.trim()];
}

function defaultText(standard: string): string {
  if (standard === "" || standard === "none") return "None";
  return /^(?:true|false|\d+)$/.test(standard) ? code(standard) : standard;
}

/** Options below another with the anchor of their table, such as `session.cookieCache.maxAge`. */
function namesBelow({ path, nested }: Option, sources: Sources): (readonly [string, string])[] {
  return optionsOf(nested ?? "", `${path}.`, sources).flatMap((option) => [
    [option.path, anchorOf(option.nested === null ? path : option.path)] as const,
    ...(option.nested === null ? [] : namesBelow(option, sources)),
  ]);
}

function pathOf(slug: string): string {
  return `reference/configuration/${slug}.md`;
}

function kebab(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
