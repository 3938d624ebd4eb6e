/** Checking what an app gives for a provider, and the parts that many declarations share. */

import type { Profile, ProviderOptions, SocialProvider, TokenRequest } from "../provider.ts";

/** What an app gives for a provider that knows apps by a secret. */
export interface ConfidentialOptions extends ProviderOptions {
  readonly clientSecret: string | undefined;
}

/** Options of a provider that never gives an address. */
export interface AddresslessOptions extends ProviderOptions {
  /**
   * What becomes of people, as the provider gives no address: they get a placeholder that nobody can write to, or are
   * turned away with `email_not_found`. Default: `placeholder`.
   */
  readonly missingEmail?: "placeholder" | "reject" | undefined;
}

/**
 * The client id that asks, and the ids whose tokens are taken.
 * @throws {Error} there is none, or a secret that was named is none
 */
export function checkClient(id: string, options: ProviderOptions): readonly [string, ...string[]] {
  const { clientId } = options ?? {};
  const clients: readonly string[] = Array.isArray(clientId) ? clientId : [clientId];
  if (clients.length === 0 || !clients.every(isText)) {
    refuse(id, "clientId", "is missing: give the client id of the registration, or a list of them.");
  }
  // A variable of the environment that is not set.
  if ("clientSecret" in options && !isText(options.clientSecret)) {
    refuse(id, "clientSecret", "is empty: give the secret of the registration, or leave the option out.");
  }
  return clients as readonly [string, ...string[]];
}

/** The same, for a provider that lets no app in without a secret. */
export function checkConfidential(id: string, options: ProviderOptions): readonly [string, ...string[]] {
  const clients = checkClient(id, options);
  if (!isText(options.clientSecret)) refuse(id, "clientSecret", "is missing: give the secret of the registration.");
  return clients;
}

/** @throws {Error} the value is none of those */
export function checkChoice(id: string, option: string, value: unknown, choices: readonly unknown[]): void {
  if (value === undefined || choices.includes(value)) return;
  refuse(
    id,
    option,
    `is ${JSON.stringify(value)}: give one of ${choices.map((one) => JSON.stringify(one)).join(", ")}.`,
  );
}

/**
 * The base of a provider's addresses, without a slash at its end.
 * @throws {Error} no URL with https (or http on this machine), or one with a query
 */
export function checkBase(id: string, option: string, value: unknown): string {
  const base = typeof value === "string" ? value.replace(/(?<!\/)\/+$/, "") : "";
  const url = URL.canParse(base) ? new URL(base) : null;
  const isSecure = url?.protocol === "https:" || (url?.protocol === "http:" && isLocal(url.hostname));
  if (url && isSecure && !url.search && !url.hash && !url.username && !url.password) return base;
  return refuse(id, option, `is ${JSON.stringify(value)}: give a URL with https and without a query.`);
}

/** How an option is refused. */
export function refuse(id: string, option: string, what: string): never {
  throw new Error(`socialProviders.${id}.${option} ${what}`);
}

/** The scopes that sign-in asks for. */
export function askedScopes(defaults: readonly string[], options: ProviderOptions): readonly string[] {
  return [...(options.disableDefaultScope ? [] : defaults), ...(options.scope ?? [])];
}

/** How an app shows itself: with its secret if it has one, and as a public client if not. */
export function clientAuth(options: ProviderOptions, withSecret: TokenRequest["auth"]): TokenRequest["auth"] {
  return options.clientSecret === undefined ? "none" : withSecret;
}

/** Parameters that are set; the others are left out. */
export function parameters(
  given: Readonly<Record<string, string | number | boolean | undefined>>,
): Readonly<Record<string, string>> {
  const set = Object.entries(given).filter(([, value]) => value !== undefined);
  return Object.fromEntries(set.map(([name, value]) => [name, String(value)]));
}

/** An address under `.invalid`, which no name server knows. @see RFC 2606, section 2 */
export function missingEmail(id: string, options: AddresslessOptions): SocialProvider["missingEmail"] {
  checkChoice(id, "missingEmail", options.missingEmail, ["placeholder", "reject"]);
  if (options.missingEmail === "reject") return "reject";
  return ({ id: subject }: Profile) => `${subject}@${id}.invalid`;
}

function isText(value: unknown): value is string {
  return typeof value === "string" && value.trim() !== "";
}

function isLocal(host: string): boolean {
  return host === "localhost" || host === "127.0.0.1" || host === "[::1]";
}
