/** Somebody who came from a provider: who they are there, and what the provider gave for them. All of it checked. */

import { parseImage } from "../../http/image.ts";
import { isMailable } from "../../outbox/mail.ts";
import type { RequestContext } from "../../plugin/context.ts";
import type { BoundedFetch } from "../../plugin/fetch.ts";
import { normalizeEmail } from "../../users/email.ts";
import type { Connection } from "./connection.ts";
import { SocialRefusal } from "./errors.ts";
import { exchangeCode } from "./exchange.ts";
import { type Claims, verifyIdToken } from "./id-token.ts";
import type {
  CallbackParameters,
  FetchJsonInit,
  Profile,
  ProfileSource,
  ProfileUser,
  ProviderTokens,
} from "./provider.ts";
import type { Binding, Wish } from "./state.ts";

export interface Arrival {
  /** The provider's id of the person. */
  readonly accountId: string;
  readonly person: Person;
  readonly profile: Profile;
  readonly tokens: ProviderTokens;
  /** What refreshing will need again. */
  readonly kept: Readonly<Record<string, string>> | null;
}

/** What is known of the person, in the form of a user. */
export interface Person {
  readonly name: string;
  /** Normalised; `null`: none that could be used. */
  readonly email: string | null;
  /** The provider vouches for this very address. */
  readonly emailVerified: boolean;
  readonly image: string | null;
  /** For declared additional fields. */
  readonly fields: Readonly<Record<string, unknown>>;
}

/**
 * Turns a callback into an arrival: code, id token, profile.
 * @throws {SocialRefusal} `invalid_code`, `issuer_missing`, `issuer_mismatch`, `unable_to_get_user_info`
 */
export async function arriveByCode(
  context: RequestContext,
  connection: Connection,
  wish: Wish & Binding,
  callback: CallbackParameters,
): Promise<Arrival> {
  const { provider } = connection;
  const tokens = await refusing(context, connection, "invalid_code", async () => {
    await checkIssuer(context, connection, callback.iss);
    return exchangeCode(context, connection, { ...wish, callback });
  });
  const claims = await refusing(context, connection, "invalid_code", async () => {
    if (!provider.idToken) return null;
    if (tokens.idToken === null) {
      if (provider.authorization.nonce) throw new Error("The answer has no id token.");
      return null;
    }
    const nonce = provider.authorization.nonce ? wish.nonce : null;
    const expected = { nonce, accessToken: tokens.accessToken };
    return verifyIdToken(context, connection, provider.idToken, tokens.idToken, expected);
  });
  return arrive(context, connection, { tokens, claims, callback });
}

/** What an arrival is read from. */
export interface Papers {
  readonly tokens: ProviderTokens;
  readonly claims: Claims | null;
  readonly callback: CallbackParameters;
}

/** @throws {SocialRefusal} `unable_to_get_user_info` */
export async function arrive(
  context: RequestContext,
  connection: Connection,
  { tokens, claims, callback }: Papers,
): Promise<Arrival> {
  const { provider } = connection;
  return refusing(context, connection, "unable_to_get_user_info", async () => {
    const profile = await readProfile(context, connection, { tokens, claims, callback });
    const kept = provider.token.keep?.(callback) ?? null;
    return { accountId: profile.id, person: await readPerson(connection, profile), profile, tokens, kept };
  });
}

/** Asks the provider who somebody is. @throws {Error} whatever does not look as it should */
export async function readProfile(
  context: RequestContext,
  connection: Connection,
  { tokens, claims, callback }: Papers,
): Promise<Profile> {
  const { userinfo_endpoint: userinfoEndpoint } = await connection.server(context);
  const source = sourceOf(context, connection, { tokens, claims, callback });
  const profile = await connection.provider.fetchProfile({ ...source, userinfoEndpoint });
  const { id } = profile;
  if (typeof id !== "string" || id.trim() === "" || id.length > 255 || !isPlain(id)) {
    throw new Error("The profile has no usable id.");
  }
  return profile;
}

/** What a provider's own functions get, to ask its servers. */
export function sourceOf(context: RequestContext, connection: Connection, papers: Papers): ProfileSource {
  const send = connection.fetch(context);
  const ask = (url: string, init?: FetchJsonInit): Promise<Response> => askWith(send, papers.tokens, url, init);
  return {
    ...papers,
    fetchJson: async (url, init) => (await ask(url, init)).json(),
    fetchBytes: async (url, init) => new Uint8Array(await (await ask(url, init)).arrayBuffer()),
  };
}

async function askWith(
  send: BoundedFetch,
  { accessToken }: ProviderTokens,
  url: string,
  { method = "GET", headers, body, anonymous = false }: FetchJsonInit = {},
): Promise<Response> {
  const all = new Headers(headers);
  if (!anonymous && !all.has("authorization") && accessToken !== "") all.set("authorization", `Bearer ${accessToken}`);
  const response = await send(url, { method, headers: all, body: body ?? null });
  if (!response.ok) throw new Error(`${new URL(url).host}: answered ${response.status}.`);
  return response;
}

/** The profile as the app wants it. The flag counts only with the address that it stood beside. */
async function readPerson({ provider }: Connection, profile: Profile): Promise<Person> {
  const mapped = (await provider.options.mapProfileToUser?.(profile)) ?? {};
  const { name, email, emailVerified, image, ...fields } = mapped as Partial<ProfileUser>;
  const given = email ?? profile.email;
  const address = given === null ? null : normalizeEmail(given);
  const vouched = emailVerified ?? (profile.emailVerified && given === profile.email);
  const isReal = address !== null && isMailable(address);
  // Placeholders are made here, or by the app. One that a provider passes on would be somebody else's.
  const isUsable = isReal || email !== undefined;
  const person = {
    name: plainName(name ?? profile.name),
    image: safeImage(image === undefined ? profile.image : image),
    fields,
  };
  if (address !== null && isUsable) return { ...person, email: address, emailVerified: isReal && vouched === true };
  const gaveNone = given === null || address !== null;
  const placeholder = gaveNone && provider.missingEmail !== "reject" ? provider.missingEmail(profile) : null;
  return { ...person, email: placeholder === null ? null : normalizeEmail(placeholder), emailVerified: false };
}

/** A nonce or a callback of another server than the one that was asked (RFC 9207). */
async function checkIssuer(context: RequestContext, connection: Connection, iss: string | undefined): Promise<void> {
  const server = await connection.server(context);
  if (iss === undefined) {
    if (server.authorization_response_iss_parameter_supported) throw new SocialRefusal("issuer_missing");
    return;
  }
  const issuer = connection.provider.idToken?.issuer;
  if (issuer === undefined || typeof issuer === "function") return;
  if (![issuer].flat().includes(iss)) throw new SocialRefusal("issuer_mismatch");
}

/** Whatever goes wrong with a provider becomes one refusal; the reason is for the log. */
async function refusing<T>(
  context: RequestContext,
  { provider }: Connection,
  code: "invalid_code" | "unable_to_get_user_info",
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof SocialRefusal) throw error;
    context.log.warn("A sign-in by a provider failed", { provider: provider.id, code, reason: reasonOf(error) });
    throw new SocialRefusal(code, error);
  }
}

/** The message alone: what hangs on such errors can hold codes and tokens. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return "unknown";
  const { error: code, error_description: text } = error as { error?: unknown; error_description?: unknown };
  return [error.message, code, text].filter((part) => typeof part === "string").join(": ");
}

const longestName = 255;
/** Of a picture that is no address but stands in the text itself. */
const longestPicture = 16_384;

function plainName(name: unknown): string {
  const text = typeof name === "string" ? name.replaceAll("\0", "").trim() : "";
  const cut = [...text].slice(0, longestName).join("").slice(0, longestName);
  return isPlain(cut) ? cut : cut.replace(/[\ud800-\udfff]/g, "");
}

function safeImage(image: unknown): string | null {
  if (typeof image !== "string") return null;
  if (image.length <= longestPicture && /^data:image\/(?:jpeg|png|gif|webp);base64,[\w+/]+=*$/.test(image))
    return image;
  return parseImage(image);
}

/** Text that every database can hold as it is. */
function isPlain(text: string): boolean {
  return !/\0|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/.test(text);
}
