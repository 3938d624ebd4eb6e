/**
 * Accepts only a small, strict subset of XML that every parser understands in the same way. Signature wrapping and
 * comment injection rely on lenient parsing, and xmldom is lenient. For example, it ignores an end tag that doesn't
 * match. That's why all XML passes through here before xmldom or xml-crypto reads it.
 */

import { reject } from "../errors.ts";
import { createScope, type NamespaceScope } from "./namespaces.ts";

/** The maximum size of a document. */
export interface XmlLimits {
  /** Length in UTF-16 code units. */
  readonly length: number;
  readonly elements: number;
  /** Number of attributes and namespace declarations. */
  readonly attributes: number;
  readonly depth: number;
}

/** Limits for messages. A 256 kB response has room for a few thousand groups. */
export const messageLimits: XmlLimits = { length: 262_144, elements: 3000, attributes: 8000, depth: 32 };

const maxAttributes = 64;
/** Maximum number of distinct prefixes, because canonicalization looks up each of them for each element. */
const maxPrefixes = 64;

const declaration =
  /^<\?xml[ \t\r\n]+version[ \t]*=[ \t]*(["'])1\.0\1(?:[ \t\r\n]+encoding[ \t]*=[ \t]*(["'])utf-8\2)?(?:[ \t\r\n]+standalone[ \t]*=[ \t]*(["'])(?:yes|no)\3)?[ \t\r\n]*\?>/i;
/** Characters that XML 1.0 doesn't allow, and U+0085 and U+2028, which only some parsers treat as line ends. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for
const badCharacters = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u0085\u2028\ud800-\udfff\ufeff\ufffe\uffff]/u;

const name = "[A-Za-z_][A-Za-z0-9_.-]*(?::[A-Za-z_][A-Za-z0-9_.-]*)?";
const space = "[ \\t\\r\\n]";
const startTag = new RegExp(
  `<(${name})((?:${space}+${name}${space}*=${space}*(?:"[^<"]*"|'[^<']*'))*)${space}*(/?)>`,
  "y",
);
const endTag = new RegExp(`</(${name})${space}*>`, "y");
const attribute = new RegExp(`(${name})${space}*=${space}*(?:"([^<"]*)"|'([^<']*)')`, "g");
const textRun = /[^<]+/y;
const reference = /&(?:(lt|gt|amp|quot|apos)|#([0-9]{1,7})|#x([0-9a-fA-F]{1,6}));|&/g;

/**
 * Returns the document without its XML declaration, for the parser.
 * @throws {SamlError} `SAML_INVALID_XML` if it isn't well-formed, exceeds the limits, or has a DOCTYPE, an entity, a
 * comment, a CDATA section, a processing instruction, a namespace prefix with two meanings, or the same ID twice
 */
export function admitXml(document: string, limits: XmlLimits = messageLimits): string {
  if (document.length > limits.length) invalid("too long");
  const text = document.replace(declaration, "");
  if (badCharacters.test(text)) invalid("a character that isn't allowed");
  // These can't appear anywhere in well-formed XML without comments, CDATA, DOCTYPE, and instructions.
  if (/<[!?]/.test(text)) invalid("a comment, CDATA section, DOCTYPE, or processing instruction");
  checkStructure(text, limits);
  return text;
}

interface OpenElement {
  readonly name: string;
  readonly scope: NamespaceScope;
}

/** The names and counts of a whole document. */
interface DocumentNames {
  readonly ids: Set<string>;
  /** Prefixes that are declared anywhere in the document. */
  readonly prefixes: Set<string>;
  attributes: number;
}

function checkStructure(text: string, limits: XmlLimits): void {
  const open: OpenElement[] = [];
  const names: DocumentNames = { ids: new Set(), prefixes: new Set(), attributes: 0 };
  let position = 0;
  let elements = 0;
  while (position < text.length) {
    const parent = open.at(-1);
    if (text[position] !== "<") {
      const run = matchAt(textRun, text, position)[0];
      if (!parent && /[^ \t\r\n]/.test(run)) invalid("text outside the root element");
      if (run.includes("]]>")) invalid("]]> in text");
      checkReferences(run);
      position += run.length;
    } else if (text[position + 1] === "/") {
      const [tag, tagName] = matchAt(endTag, text, position);
      if (open.pop()?.name !== tagName) invalid("an end tag that doesn't match");
      position += tag.length;
    } else {
      if (!parent && elements > 0) invalid("two root elements");
      if (++elements > limits.elements) invalid("too many elements");
      const [tag, tagName = "", attributes = "", slash] = matchAt(startTag, text, position);
      const scope = checkTag(tagName, attributes, parent?.scope ?? createScope(), names);
      if (names.attributes > limits.attributes || names.prefixes.size > maxPrefixes) invalid("too many attributes");
      if (slash === "") open.push({ name: tagName, scope });
      if (open.length > limits.depth) invalid("nested too deeply");
      position += tag.length;
    }
  }
  if (elements === 0 || open.length > 0) invalid("it ends too early");
}

/** Checks one element's attributes, and returns the namespaces that apply inside it. */
function checkTag(tagName: string, source: string, outer: NamespaceScope, names: DocumentNames): NamespaceScope {
  const attributes = [...source.matchAll(attribute)].map(([, key = "", double, single]) => ({
    key,
    value: double ?? single ?? "",
  }));
  names.attributes += attributes.length;
  if (attributes.length > maxAttributes) invalid("too many attributes");
  const declarations = attributes.filter(({ key }) => key === "xmlns" || key.startsWith("xmlns:"));
  for (const { key } of declarations) names.prefixes.add(key);
  const scope = outer.enter(declarations);
  scope.resolve(tagName, "element");
  const seen = new Set<string>();
  for (const { key, value } of attributes) {
    checkReferences(value);
    const expanded = scope.resolve(key, "attribute");
    if (seen.has(expanded)) invalid("an attribute twice");
    seen.add(expanded);
    if (!/^(?:.*:)?id$/i.test(key)) continue;
    // The verifier looks up elements by any attribute with this name.
    if (names.ids.has(value)) invalid("an ID twice");
    names.ids.add(value);
  }
  return scope;
}

function checkReferences(value: string): void {
  if (!value.includes("&")) return;
  for (const [, named, decimal, hex] of value.matchAll(reference)) {
    if (named !== undefined) continue;
    const code = decimal === undefined ? Number.parseInt(hex ?? "", 16) : Number(decimal);
    if (Number.isNaN(code) || code > 0x10ffff || badCharacters.test(String.fromCodePoint(code))) {
      invalid("an entity, or a reference to a character that isn't allowed");
    }
  }
}

function matchAt(pattern: RegExp, text: string, position: number): RegExpExecArray {
  pattern.lastIndex = position;
  return pattern.exec(text) ?? invalid("a malformed tag");
}

function invalid(detail: string): never {
  return reject("SAML_INVALID_XML", detail);
}
