/** Resolves a document's namespaces, and defines the URIs that SAML uses. */

import { reject } from "../errors.ts";

/** Namespace URIs. */
export const namespaces = {
  protocol: "urn:oasis:names:tc:SAML:2.0:protocol",
  assertion: "urn:oasis:names:tc:SAML:2.0:assertion",
  metadata: "urn:oasis:names:tc:SAML:2.0:metadata",
  signature: "http://www.w3.org/2000/09/xmldsig#",
  encryption: "http://www.w3.org/2001/04/xmlenc#",
  encryption11: "http://www.w3.org/2009/xmlenc11#",
  exclusiveC14n: "http://www.w3.org/2001/10/xml-exc-c14n#",
  instance: "http://www.w3.org/2001/XMLSchema-instance",
} as const;

/** The prefixes in scope at a position in a document. */
export interface NamespaceScope {
  /**
   * Returns the scope inside an element with these declarations.
   * @throws {SamlError} `SAML_INVALID_XML` if a prefix is bound to a second namespace
   */
  enter(declarations: readonly { readonly key: string; readonly value: string }[]): NamespaceScope;
  /**
   * Returns the name with its namespace.
   * @throws {SamlError} `SAML_INVALID_XML` if the prefix isn't declared, or the name is reserved
   */
  resolve(name: string, kind: "element" | "attribute"): string;
}

const xmlAttributes: ReadonlySet<string> = new Set(["xml:lang", "xml:space"]);
const reservedURIs: ReadonlySet<string> = new Set([
  "http://www.w3.org/XML/1998/namespace",
  "http://www.w3.org/2000/xmlns/",
]);

/** Creates the scope outside of a root element. */
export function createScope(prefixes: ReadonlyMap<string, string> = new Map()): NamespaceScope {
  const scope: NamespaceScope = {
    enter(declarations) {
      if (declarations.length === 0) return scope;
      const inner = new Map(prefixes);
      for (const { key, value } of declarations) declare(inner, key === "xmlns" ? "" : key.slice(6), value);
      return createScope(inner);
    },
    resolve(name, kind) {
      if (name === "xmlns" || name.startsWith("xmlns:") || xmlAttributes.has(name)) {
        return kind === "attribute" ? name : invalid(`an element named ${name}`);
      }
      const [prefix, local] = name.includes(":") ? (name.split(":") as [string, string]) : ["", name];
      // An attribute without a prefix has no namespace.
      if (prefix === "") return kind === "attribute" ? name : `{${prefixes.get("") ?? ""}}${local}`;
      return `{${prefixes.get(prefix) ?? invalid(`the undeclared prefix ${prefix}`)}}${local}`;
    },
  };
  return scope;
}

function declare(scope: Map<string, string>, prefix: string, uri: string): void {
  if (/^xml/i.test(prefix) || reservedURIs.has(uri)) invalid("a reserved prefix or namespace");
  if (/[&\s]/.test(uri)) invalid("a namespace with a reference or a space");
  const known = scope.get(prefix);
  if (prefix !== "" && (uri === "" || (known !== undefined && known !== uri))) {
    invalid(`the prefix ${prefix} with two meanings`);
  }
  scope.set(prefix, uri);
}

function invalid(detail: string): never {
  return reject("SAML_INVALID_XML", detail);
}
