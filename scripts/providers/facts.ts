/** Generates tables for the provider pages, from each provider's declaration and options. */

import { readFileSync } from "node:fs";
import type { SocialProvider } from "@latchkey/core";
import { builtInProviders } from "@latchkey/core/providers";
import ts from "typescript";

const folder = new URL("../../packages/core/src/features/social/", import.meta.url);

/** The ids of the built-in providers, in declaration order. */
export const ids: readonly string[] = Object.keys(builtInProviders);

/** Creates a provider with only its required options. */
function declarationOf(id: string): SocialProvider {
  const make = (builtInProviders as unknown as Readonly<Record<string, (options: object) => SocialProvider>>)[id];
  if (!make) throw new Error(`There is no provider "${id}".`);
  return make({ clientId: "id", clientKey: "key", clientSecret: "secret" });
}

const refreshBehavior: Readonly<Record<SocialProvider["token"]["refresh"], string>> = {
  rotates: "Replaced on each refresh",
  "may-rotate": "Sometimes replaced on refresh",
  none: "Not replaced on refresh",
  "not-applicable": "Not supported",
};

const clientAuthentication: Readonly<Record<SocialProvider["token"]["auth"], string>> = {
  client_secret_basic: "Client secret with HTTP Basic",
  client_secret_post: "Client secret in the request body",
  private_key_jwt: "Signed assertion",
  none: "Client ID only",
};

/** The table that shows what a sign-in sends and needs. */
export function factsOf(id: string): string {
  const { authorization, token, idToken, missingEmail } = declarationOf(id);
  const rows: readonly (readonly [string, string])[] = [
    ["Redirect URL", `\`{baseURL}{basePath}/callback/${id}\``],
    ["Authorization endpoint", `\`${authorization.endpoint}\``],
    ["Default scopes", scopes(authorization)],
    ["PKCE", authorization.pkce ? "S256" : unusedPkce(id)],
    ["Response", authorization.responseMode === "form_post" ? "Form post" : "Redirect"],
    ["Client authentication", clientAuthentication[token.auth]],
    ["ID token", idTokenRow(authorization, idToken)],
    ["Sign-in with an ID token", idToken?.allowsDirectSignIn ? "Supported" : "Not supported"],
    ["Refresh tokens", refreshBehavior[token.refresh]],
    [
      "If there's no email",
      missingEmail === "reject" ? "The sign-in fails with `email_not_found`" : "The user gets a placeholder email",
    ],
  ];
  return table(["Setting", "Value"], rows);
}

function scopes({ scopes: asked, scopeParameter, separator }: SocialProvider["authorization"]): string {
  if (scopeParameter === null) return "Set in the provider's dashboard";
  return (
    asked.map((scope) => `\`${scope}\``).join(" ") +
    (separator === "," ? " (multiple scopes are separated by commas)" : "")
  );
}

function idTokenRow({ nonce }: SocialProvider["authorization"], idToken: SocialProvider["idToken"]): string {
  if (!idToken) return "Not used";
  return `Verified with ${idToken.algorithms.join(", ")}${nonce ? " and a nonce" : ", if the provider sends one"}`;
}

function unusedPkce(id: string): string {
  return optionsOf(id).includes("| `pkce` |") ? "Not used by default" : "Not used";
}

/** The table of options that only this provider has. */
export function optionsOf(id: string): string {
  const rows = membersOf(`providers/${id}.ts`, `${id[0]?.toUpperCase()}${id.slice(1)}Options`);
  const further = membersOf("providers/provider-options.ts", "NoEmailOptions");
  const { missingEmail, name } = declarationOf(id);
  const all = missingEmail === "reject" ? rows : [...rows, ...further];
  const own = all.filter(([option]) => option !== "`clientSecret`");
  return own.length === 0 ? `${name} has no additional options.` : table(optionHeaders, own);
}

/** The table of options that all providers have. */
export function commonOptions(): string {
  return table(optionHeaders, membersOf("provider.ts", "ProviderOptions"));
}

const optionHeaders = ["Option", "Type", "Default", "Description"] as const;

type OptionRow = readonly [name: string, type: string, initial: string, text: string];

/** The members of an interface with their doc comments. */
function membersOf(file: string, name: string): OptionRow[] {
  const path = new URL(file, folder);
  const source = ts.createSourceFile(file, readFileSync(path, "utf8"), ts.ScriptTarget.Latest, true);
  const found = source.statements.find(
    (one): one is ts.InterfaceDeclaration => ts.isInterfaceDeclaration(one) && one.name.text === name,
  );
  if (!found) throw new Error(`${file} has no interface ${name}.`);
  return found.members.map((member) => rowOf(member, source));
}

function rowOf(member: ts.TypeElement, source: ts.SourceFile): OptionRow {
  const [comment] = ts.getJSDocCommentsAndTags(member);
  const said = (ts.getTextOfJSDocComment(comment?.comment) ?? "")
    .replace(/\{@link (\w+)\}/g, "`$1`")
    .replace(/\s+/g, " ")
    .trim();
  const [, text = said, initial] = /^(.*?)\s*Default: (.+)\.$/.exec(said) ?? [];
  const choices = choicesOf(member, source);
  const isShort = choices.length <= maxChoicesInType;
  return [
    `\`${member.name?.getText(source)}\``,
    typeOf(member, source, isShort ? choices : []),
    initial === undefined ? (member.questionToken ? "None" : "Required") : asCode(initial),
    isShort ? text : `${text} One of ${choices.map((choice) => `\`${choice}\``).join(", ")}.`,
  ];
}

/** Longer lists of values go into the description, because they'd make the column too wide. */
const maxChoicesInType = 4;

/** The allowed values, if the type lists them. */
function choicesOf(member: ts.TypeElement, source: ts.SourceFile): readonly string[] {
  const type = ts.isPropertySignature(member) ? member.type : undefined;
  if (!type || !ts.isUnionTypeNode(type)) return [];
  const given = type.types.filter(({ kind }) => kind !== ts.SyntaxKind.UndefinedKeyword);
  const literals = given.filter(ts.isLiteralTypeNode).map((one) => one.getText(source));
  return literals.length > 1 && literals.length === given.length ? literals : [];
}

function typeOf(member: ts.TypeElement, source: ts.SourceFile, choices: readonly string[]): string {
  if (choices.length > 0) return listOf(choices.map((choice) => `\`${choice}\``));
  const type = ts.isPropertySignature(member) ? member.type?.getText(source) : "function";
  const plain = (type ?? "")
    .replace(/\s*\| undefined$/, "")
    .replaceAll("readonly ", "")
    .replace("(string & {})", "string");
  const constants = /^\(typeof (\w+)\)/.exec(plain)?.[1];
  if (constants) return `value of \`${constants}\``;
  return /^\d/.test(plain) ? "`number`" : `\`${plain}\``;
}

/** "a or b", or "a, b, or c". */
function listOf(choices: readonly string[]): string {
  return choices.length < 3 ? choices.join(" or ") : `${choices.slice(0, -1).join(", ")}, or ${choices.at(-1)}`;
}

/** Values are code. Some defaults are described in words. */
function asCode(initial: string): string {
  return /^(?:true|false|\d+)$/.test(initial) ? `\`${initial}\`` : initial;
}

function table(headers: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
  return [line(headers), `|${"---|".repeat(headers.length)}`, ...rows.map(line)].join("\n");
}
