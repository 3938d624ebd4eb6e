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
  rotates: "each refresh gives a new refresh token",
  "may-rotate": "a refresh may give a new refresh token",
  none: "the refresh token stays, if there is one",
  "not-applicable": "there is none",
};

const clientAuthentication: Readonly<Record<SocialProvider["token"]["auth"], string>> = {
  client_secret_basic: "id and secret by HTTP Basic",
  client_secret_post: "id and secret in the body",
  none: "the id alone",
};

/** The table of what a sign-in sends and needs. */
export function factsOf(id: string): string {
  const { authorization, token, idToken, missingEmail } = declarationOf(id);
  const rows: readonly (readonly [string, string])[] = [
    ["redirect URI", `\`{baseURL}{basePath}/callback/${id}\``],
    ["people are sent to", `\`${authorization.endpoint}\``],
    ["scopes", scopes(authorization)],
    ["PKCE", authorization.pkce ? "S256" : "not sent"],
    ["the provider answers by", authorization.responseMode === "form_post" ? "a form post" : "a redirect"],
    ["the app shows itself by", clientAuthentication[token.auth]],
    ["id token", idTokenRow(authorization, idToken)],
    ["sign-in by an id token alone", idToken?.allowsDirectSignIn ? "yes" : "no"],
    ["refreshing", refreshBehavior[token.refresh]],
    ["without an address", missingEmail === "reject" ? "`email_not_found`" : "a placeholder under `.invalid`"],
  ];
  return table(["", ""], rows);
}

function scopes({ scopes: asked, scopeParameter, separator }: SocialProvider["authorization"]): string {
  if (scopeParameter === null) return "set where the app is registered";
  return asked.map((scope) => `\`${scope}\``).join(" ") + (separator === "," ? ", separated by commas" : "");
}

function idTokenRow({ nonce }: SocialProvider["authorization"], idToken: SocialProvider["idToken"]): string {
  if (!idToken) return "none is used";
  return `checked by ${idToken.algorithms.join(", ")}, ${nonce ? "with a nonce" : "if one comes; without a nonce"}`;
}

/** The table of options that only this provider has. */
export function optionsOf(id: string): string {
  const rows = membersOf(`providers/${id}.ts`, `${id[0]?.toUpperCase()}${id.slice(1)}Options`);
  const further = membersOf("providers/provider-options.ts", "NoEmailOptions");
  const all = declarationOf(id).missingEmail === "reject" ? rows : [...rows, ...further];
  const own = all.filter(([name]) => !["`clientSecret`"].includes(name));
  if (own.length === 0) return "It has no options of its own.";
  return table(["option", ""], own);
}

/** The table of options that all providers have. */
export function commonOptions(): string {
  return table(["option", ""], membersOf("provider.ts", "ProviderOptions"));
}

type OptionRow = readonly [name: string, text: string];

/** The members of an interface with their doc comments. */
function membersOf(file: string, name: string): OptionRow[] {
  const path = new URL(file, folder);
  const source = ts.createSourceFile(file, readFileSync(path, "utf8"), ts.ScriptTarget.Latest, true);
  const found = source.statements.find(
    (one): one is ts.InterfaceDeclaration => ts.isInterfaceDeclaration(one) && one.name.text === name,
  );
  if (!found) throw new Error(`${file} has no interface ${name}.`);
  return found.members.map((member) => [`\`${member.name?.getText(source)}\``, textOf(member, source)] as const);
}

function textOf(member: ts.TypeElement, source: ts.SourceFile): string {
  const [comment] = ts.getJSDocCommentsAndTags(member);
  const said = (ts.getTextOfJSDocComment(comment?.comment) ?? "")
    .replace(/\{@link (\w+)\}/g, "`$1`")
    .replace(/\s+/g, " ")
    .trim();
  return [said, choicesOf(member, source)].filter(Boolean).join(" ");
}

/** The allowed values, if the type lists them. */
function choicesOf(member: ts.TypeElement, source: ts.SourceFile): string {
  const type = ts.isPropertySignature(member) ? member.type : undefined;
  if (!type || !ts.isUnionTypeNode(type)) return "";
  const given = type.types.filter(({ kind }) => kind !== ts.SyntaxKind.UndefinedKeyword);
  const literals = given.filter(ts.isLiteralTypeNode).map((one) => `\`${one.getText(source)}\``);
  return literals.length > 1 && literals.length === given.length ? `One of ${literals.join(", ")}.` : "";
}

function table([first, second]: readonly [string, string], rows: readonly (readonly [string, string])[]): string {
  const cells = rows.map(([name, text]) => `| ${name} | ${text.replaceAll("|", "\\|")} |`);
  return [`| ${first} | ${second} |`, "|---|---|", ...cells].join("\n");
}
