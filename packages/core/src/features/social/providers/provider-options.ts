/** Checks provider options, and shares code between the built-in providers. */

import type { Profile, ProviderOptions, SocialProvider, TokenRequest } from "../provider.ts";

/** Options for a provider that requires a client secret. */
export interface ConfidentialOptions extends ProviderOptions {
  readonly clientSecret: string | undefined;
}

/** Options for a provider that never shares an email. */
export interface NoEmailOptions extends ProviderOptions {
  /**
   * How to handle the missing email. `placeholder` gives users an email that can't receive messages. `reject` fails the
   * sign-in with `email_not_found`. Default: `placeholder`.
   */
  readonly missingEmail?: "placeholder" | "reject" | undefined;
}

/**
 * Returns the client IDs. Requests use the first one; tokens issued to any of them are accepted.
 *
 * @throws {Error} if there is no client ID, or if the secret is set but empty
 */
export function checkClient(id: string, options: ProviderOptions): readonly [string, ...string[]] {
  const { clientId } = options ?? {};
  const clients: readonly string[] = Array.isArray(clientId) ? clientId : [clientId];
  if (clients.length === 0 || !clients.every(isText)) {
    failOption(id, "clientId", "is missing. Set it to the client ID from the provider, or to a list of client IDs.");
  }
  // Probably an environment variable that isn't set.
  if ("clientSecret" in options && !isText(options.clientSecret)) {
    failOption(id, "clientSecret", "is empty. Set it to the client secret from the provider, or remove the option.");
  }
  return clients as readonly [string, ...string[]];
}

/**
 * Like {@link checkClient}, but for a provider that requires a client secret.
 *
 * @throws {Error} if the client ID or the secret is missing
 */
export function checkConfidential(id: string, options: ProviderOptions): readonly [string, ...string[]] {
  const clients = checkClient(id, options);
  if (!isText(options.clientSecret))
    failOption(id, "clientSecret", "is missing. Set it to the client secret from the provider.");
  return clients;
}

/** @throws {Error} if the value isn't one of the choices */
export function checkChoice(id: string, option: string, value: unknown, choices: readonly unknown[]): void {
  if (value === undefined || choices.includes(value)) return;
  failOption(
    id,
    option,
    `is ${JSON.stringify(value)}. Use one of ${choices.map((choice) => JSON.stringify(choice)).join(", ")}.`,
  );
}

/**
 * Returns a provider's base URL without a trailing slash.
 *
 * @throws {Error} if it isn't an https URL (http is allowed on localhost), or if it has a query
 */
export function checkBaseURL(id: string, option: string, value: unknown): string {
  const base = typeof value === "string" ? value.replace(/(?<!\/)\/+$/, "") : "";
  const url = URL.canParse(base) ? new URL(base) : null;
  const isSecure = url?.protocol === "https:" || (url?.protocol === "http:" && isLocal(url.hostname));
  if (url && isSecure && !url.search && !url.hash && !url.username && !url.password) return base;
  return failOption(id, option, `is ${JSON.stringify(value)}. Use a URL with https and without a query.`);
}

/** @throws {Error} always, with the option's path */
export function failOption(id: string, option: string, problem: string): never {
  throw new Error(`socialProviders.${id}.${option} ${problem}`);
}

/** The scopes that a sign-in requests. */
export function requestedScopes(defaults: readonly string[], options: ProviderOptions): readonly string[] {
  return [...(options.disableDefaultScope ? [] : defaults), ...(options.scope ?? [])];
}

/** Authenticates with the secret if the app has one, or else as a public client. */
export function clientAuth(options: ProviderOptions, withSecret: TokenRequest["auth"]): TokenRequest["auth"] {
  return options.clientSecret === undefined ? "none" : withSecret;
}

/** Omits parameters that aren't set. */
export function definedParameters(
  parameters: Readonly<Record<string, string | number | boolean | undefined>>,
): Readonly<Record<string, string>> {
  const defined = Object.entries(parameters).filter(([, value]) => value !== undefined);
  return Object.fromEntries(defined.map(([name, value]) => [name, String(value)]));
}

/** The placeholder is under `.invalid`, a domain that never resolves. @see RFC 2606, section 2 */
export function missingEmailPolicy(id: string, options: NoEmailOptions): SocialProvider["missingEmail"] {
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
