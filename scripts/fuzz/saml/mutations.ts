/** Random changes to signed responses, of the kinds used in attacks on XML signatures. */

import fc from "fast-check";
import { email } from "../../../packages/sso/test/saml/identity-provider.ts";
import { victim, victimNameId } from "../../../packages/sso/test/saml/wrapping.ts";

/** A change to a document. `at` and `to` select places in it, modulo their number. */
export interface Mutation {
  readonly kind: "insert" | "remove" | "copy" | "move" | "swapText" | "swapAttribute" | "forge" | "unsign";
  readonly at: number;
  readonly to: number;
  readonly text: string;
}

const pieces = [
  "<!-- -->",
  "<![CDATA[x]]>",
  "<?x ?>",
  "&#x41;",
  "&lt;",
  "&x;",
  "<x/>",
  '<x ID="_1"/>',
  ' ID="_1"',
  ' xmlns="urn:x"',
  ' xmlns:saml="urn:x"',
  '<!DOCTYPE x [<!ENTITY x "y">]>',
  "<ds:Signature/>",
  "<saml:Assertion/>",
  "\u0000",
  "\u2028",
  "\u200b",
  "\r\n",
  " ",
  victim,
  victimNameId,
];

/** One to six changes. */
export const mutations: fc.Arbitrary<readonly Mutation[]> = fc.array(
  fc.record({
    kind: fc.constantFrom<Mutation["kind"]>(
      "insert",
      "remove",
      "copy",
      "move",
      "swapText",
      "swapAttribute",
      "forge",
      "unsign",
    ),
    at: fc.nat(5000),
    to: fc.nat(5000),
    text: fc.oneof(fc.constantFrom(...pieces), fc.string({ maxLength: 8 })),
  }),
  { minLength: 1, maxLength: 6 },
);

/** Applies changes to a document, as text: parsers and serializers would repair it. */
export function mutate(xml: string, changes: readonly Mutation[]): string {
  return changes.reduce(apply, xml);
}

function apply(xml: string, { kind, at, to, text }: Mutation): string {
  const elements = elementsOf(xml);
  const element = elements[at % Math.max(elements.length, 1)];
  switch (kind) {
    case "insert":
      return insertAt(xml, at * 7, text);
    case "swapText":
      return replaceNth(xml, />[^<]+</g, at, `>${text}<`);
    case "swapAttribute":
      return replaceNth(xml, /="[^"]*"/g, at, `="${text}"`);
    case "forge":
      return xml.replaceAll(email, victim).replaceAll("user-17", victimNameId);
    case "unsign":
      return replaceNth(xml, /<ds:Signature .*?<\/ds:Signature>/g, at, "");
  }
  if (!element) return xml;
  const { start, end } = element;
  const outer = xml.slice(start, end);
  const without = xml.slice(0, start) + xml.slice(end);
  if (kind === "remove") return without;
  const target = kind === "move" ? without : xml;
  const places = elementsOf(target);
  const forged = to % 2 === 0 ? outer : outer.replaceAll(email, victim).replaceAll("user-17", victimNameId);
  return insertAt(target, places[to % Math.max(places.length, 1)]?.inside ?? 0, forged);
}

interface ElementPlace {
  readonly start: number;
  /** After its start tag. */
  readonly inside: number;
  readonly end: number;
}

/** Finds the elements of a document that's mostly well-formed. */
function elementsOf(xml: string): readonly ElementPlace[] {
  const found: ElementPlace[] = [];
  const open: { readonly start: number; readonly inside: number }[] = [];
  for (const { 0: tag, index } of xml.matchAll(/<[^<>]*>/g)) {
    const end = index + tag.length;
    if (tag.startsWith("</")) {
      const start = open.pop();
      if (start) found.push({ ...start, end });
    } else if (!/^<[!?]/.test(tag) && !tag.endsWith("/>")) {
      open.push({ start: index, inside: end });
    }
  }
  return found;
}

function insertAt(xml: string, at: number, text: string): string {
  const position = at % (xml.length + 1);
  return xml.slice(0, position) + text + xml.slice(position);
}

function replaceNth(xml: string, pattern: RegExp, at: number, text: string): string {
  const matches = [...xml.matchAll(pattern)];
  const match = matches[at % Math.max(matches.length, 1)];
  return match ? xml.slice(0, match.index) + text + xml.slice(match.index + match[0].length) : xml;
}
