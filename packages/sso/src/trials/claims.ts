/** Selects the claims that a test result shows. */

/** Protocol claims. They say nothing about the user, and some of them are secrets of the sign-in. */
const hidden: ReadonlySet<string> = new Set(
  "acr aio at_hash aud auth_time azp c_hash exp iat iss jti nbf nonce rh s_hash sid uti ver xms_sso".split(" "),
);

const maxClaims = 100;
const maxValues = 50;
const maxLength = 200;
const maxDepth = 3;

/**
 * Returns the claims that help with setting up a provider. Removes protocol values and anything that looks like a
 * token, and shortens long values.
 */
export function shownClaims(claims: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return shownObject(claims, 0);
}

function shownObject(value: object, depth: number): Readonly<Record<string, unknown>> {
  const entries = Object.entries(value).filter(([name]) => depth > 0 || !hidden.has(name));
  return Object.fromEntries(entries.slice(0, maxClaims).map(([name, one]) => [shortened(name), shown(one, depth + 1)]));
}

function shown(value: unknown, depth: number): unknown {
  if (typeof value === "string") return isSecret(value) ? "(hidden)" : shortened(value);
  if (typeof value !== "object" || value === null) return value;
  if (depth >= maxDepth) return "(…)";
  return Array.isArray(value)
    ? value.slice(0, maxValues).map((one) => shown(one, depth + 1))
    : shownObject(value, depth);
}

/**
 * Whether a string looks like a JWT or another token: long, without spaces, and with digits and letters in both cases.
 */
function isSecret(text: string): boolean {
  if (/^[\w-]{10,}\.[\w-]{10,}\.[\w-]*$/.test(text)) return true;
  return /^[\w+/=~-]{64,}$/.test(text) && /\d/.test(text) && /[a-z]/.test(text) && /[A-Z]/.test(text);
}

function shortened(text: string): string {
  const storable = text.replaceAll("\0", "").replace(loneSurrogates, "");
  return storable.length > maxLength ? `${storable.slice(0, maxLength).replace(loneSurrogates, "")}…` : storable;
}

/** Lone surrogates, which not every database can store. */
const loneSurrogates = /\p{Surrogate}/gu;
