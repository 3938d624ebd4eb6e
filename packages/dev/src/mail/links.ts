/** Finds the links in an email. */

const maxLinks = 100;

/** Returns the unique web URLs in an email, at most 100. Those of anchors come first, then those in the text. */
export function findLinks(text: string, html: string | null): string[] {
  const found = new Set([...findAnchorLinks(html ?? ""), ...findTextLinks(text)].filter(isWebAddress));
  return [...found].slice(0, maxLinks);
}

export function isWebAddress(text: string): boolean {
  return /^https?:\/\//i.test(text) && URL.canParse(text);
}

function findAnchorLinks(html: string): string[] {
  const tags = html.matchAll(/<a\s[^<>]*?\bhref\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'<>]+))/gi);
  return Array.from(tags, ([, double, single, bare]) => decodeEntities(double ?? single ?? bare ?? "").trim());
}

function findTextLinks(text: string): string[] {
  return (text.match(/https?:\/\/[^\s<>"'`]+/gi) ?? []).map(trimPunctuation);
}

/** Removes punctuation that belongs to the surrounding sentence. */
function trimPunctuation(address: string): string {
  let end = address.length;
  while (".,;:!?)]}".includes(address.charAt(end - 1)) && end > 0) end--;
  return address.slice(0, end);
}

const namedEntities: Readonly<Record<string, string>> = { amp: "&", quot: '"', apos: "'", lt: "<", gt: ">" };

function decodeEntities(attribute: string): string {
  return attribute.replace(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(\w{2,8}));/gi, (entity, hex, decimal, name) => {
    if (name !== undefined) return namedEntities[name.toLowerCase()] ?? entity;
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
    return code <= 0x10ffff ? String.fromCodePoint(code) : entity;
  });
}
