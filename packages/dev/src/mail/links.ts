/** The links of a mail, for one to click. */

const mostLinks = 100;

/** Web addresses in a mail: those of anchors first, then those that stand in the text, each once. */
export function findLinks(text: string, html: string | null): string[] {
  const found = new Set([...anchors(html ?? ""), ...addresses(text)].filter(isWebAddress));
  return [...found].slice(0, mostLinks);
}

export function isWebAddress(text: string): boolean {
  return /^https?:\/\//i.test(text) && URL.canParse(text);
}

function anchors(html: string): string[] {
  const tags = html.matchAll(/<a\s[^<>]*?\bhref\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'<>]+))/gi);
  return Array.from(tags, ([, double, single, bare]) => decode(double ?? single ?? bare ?? "").trim());
}

function addresses(text: string): string[] {
  return (text.match(/https?:\/\/[^\s<>"'`]+/gi) ?? []).map(withoutPunctuation);
}

/** Without what belongs to the sentence around it. */
function withoutPunctuation(address: string): string {
  let end = address.length;
  while (".,;:!?)]}".includes(address.charAt(end - 1)) && end > 0) end--;
  return address.slice(0, end);
}

const named: Readonly<Record<string, string>> = { amp: "&", quot: '"', apos: "'", lt: "<", gt: ">" };

function decode(attribute: string): string {
  return attribute.replace(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(\w{2,8}));/gi, (entity, hex, decimal, name) => {
    if (name !== undefined) return named[name.toLowerCase()] ?? entity;
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
    return code <= 0x10ffff ? String.fromCodePoint(code) : entity;
  });
}
