/** Reads an assertion's attributes. */

import { attributeOf, childElements, childrenOf, textOf } from "./xml/document.ts";
import { namespaces } from "./xml/namespaces.ts";

/** Returns all attribute values, by attribute name. Skips values that aren't plain text, and encrypted attributes. */
export function readAttributes(assertion: Element): ReadonlyMap<string, readonly string[]> {
  const values = new Map<string, string[]>();
  for (const statement of childrenOf(assertion, "assertion", "AttributeStatement")) {
    for (const attribute of childrenOf(statement, "assertion", "Attribute")) {
      const name = attributeOf(attribute, "Name");
      if (name === undefined || name === "") continue;
      const known = values.get(name) ?? [];
      values.set(name, known);
      known.push(...childrenOf(attribute, "assertion", "AttributeValue").filter(isText).map(textOf));
    }
  }
  return values;
}

function isText(value: Element): boolean {
  return childElements(value).length === 0 && value.getAttributeNS(namespaces.instance, "nil") !== "true";
}
