/** Writes XML. */

const escapes: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "\t": "&#x9;",
  "\n": "&#xA;",
  "\r": "&#xD;",
};

/** Escapes text for element content and double-quoted attributes. */
export function escapeXml(text: string): string {
  return text.replace(/[&<>"\t\n\r]/g, (character) => escapes[character] ?? character);
}

/** Child elements as XML, or text to escape. If neither is set, the element is empty. */
export interface XmlContent {
  readonly text?: string;
  readonly children?: readonly string[];
}

/** Writes an element. Attributes that are `undefined` are omitted. */
export function element(
  name: string,
  attributes: Readonly<Record<string, string | undefined>>,
  { text = "", children = [] }: XmlContent = {},
): string {
  const written = Object.entries(attributes)
    .filter((entry): entry is [string, string] => entry[1] !== undefined)
    .map(([key, value]) => ` ${key}="${escapeXml(value)}"`)
    .join("");
  const content = escapeXml(text) + children.join("");
  return content === "" ? `<${name}${written}/>` : `<${name}${written}>${content}</${name}>`;
}
