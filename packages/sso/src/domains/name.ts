/** Normalizes domain names, and rejects names that no organization can own. */

/** Returns an email's domain. Pass an email that `normalizeEmail` returned. */
export function domainOf(email: string): string {
  return email.slice(email.lastIndexOf("@") + 1);
}

const domainName = /^(?=.{4,190}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/;

/**
 * Returns the domain in lowercase and, if it's internationalized, in its `xn--` form, as in emails. `null` if it isn't
 * a domain name. Leaves room for the TXT record's name, which can have at most 253 characters.
 */
export function normalizeDomain(text: string): string | null {
  const trimmed = text.trim().replace(/^@/, "").replace(/\.$/, "");
  // `URL` would also accept a path, a port, or an IP address.
  if (trimmed === "" || /[\s/\\:?#@[\]%]/.test(trimmed) || !URL.canParse(`https://${trimmed}`)) return null;
  const { hostname } = new URL(`https://${trimmed}`);
  return domainName.test(hostname) && !reserved.test(hostname) ? hostname : null;
}

/**
 * Special-use names that no organization can own (RFC 6761, RFC 6762, RFC 7686, ICANN's `.internal`), and `arpa`.
 * Excludes `.test` and `.example`, which are used in tests and docs.
 */
const reserved = /(?:^|\.)(?:localhost|local|internal|invalid|onion|arpa)$/;

/**
 * Whether anyone can get an email at this domain. Only the email provider itself could verify the domain, so this check
 * just tells users early that they entered the wrong one.
 */
export function isPublicDomain(domain: string): boolean {
  return publicDomains.has(domain);
}

const publicDomains: ReadonlySet<string> = new Set([
  ...["126.com", "163.com", "aol.com", "bk.ru", "bol.com.br", "comcast.net", "duck.com", "email.com", "fastmail.com"],
  ...["free.fr", "freenet.de", "gmail.com", "gmx.at", "gmx.ch", "gmx.com", "gmx.de", "gmx.net", "googlemail.com"],
  ...[
    "hey.com",
    "hotmail.co.uk",
    "hotmail.com",
    "hotmail.de",
    "hotmail.es",
    "hotmail.fr",
    "hotmail.it",
    "hushmail.com",
  ],
  ...["icloud.com", "inbox.ru", "laposte.net", "libero.it", "list.ru", "live.com", "live.co.uk", "live.fr", "mac.com"],
  ...["mail.com", "mail.ru", "me.com", "msn.com", "naver.com", "orange.fr", "outlook.com", "outlook.de", "outlook.fr"],
  ...["pm.me", "posteo.de", "proton.me", "protonmail.com", "qq.com", "rediffmail.com", "rocketmail.com", "sina.com"],
  ...["t-online.de", "tutanota.com", "uol.com.br", "wanadoo.fr", "web.de", "yahoo.co.in", "yahoo.co.jp", "yahoo.co.uk"],
  ...["yahoo.com", "yahoo.com.br", "yahoo.de", "yahoo.es", "yahoo.fr", "yahoo.it", "yandex.com", "yandex.ru"],
  ...["ymail.com", "zoho.com", "zohomail.com"],
]);
