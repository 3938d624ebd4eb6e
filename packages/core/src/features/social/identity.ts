/** The verified result of a sign-in at a provider: the account id, the profile, and the tokens. */

import { isWellFormed } from "../../crypto/encoding.ts";
import { parseImageURL } from "../../http/image.ts";
import type { RequestContext } from "../../kernel/context.ts";
import type { BoundedFetch } from "../../kernel/fetch.ts";
import { isMailable } from "../../outbox/mail.ts";
import { normalizeEmail } from "../../users/email.ts";
import type { Claims, Connection } from "./connection.ts";
import type {
  CallbackParameters,
  FetchJsonInit,
  Profile,
  ProfileSource,
  ProfileUser,
  ProviderTokens,
} from "./provider.ts";
import type { MappedUser, ProviderIdentity } from "./provider-identity.ts";
import { SocialError } from "./social-error.ts";
import type { AuthorizationIntent, OAuthChecks } from "./state.ts";

/**
 * Turns a callback into an identity by exchanging the code, verifying the ID token, and reading the profile.
 *
 * @throws {SocialError} `invalid_code`, `issuer_missing`, `issuer_mismatch`, `unable_to_get_user_info`
 */
export async function getIdentityFromCode(
  context: RequestContext,
  connection: Connection,
  intent: AuthorizationIntent & OAuthChecks,
  callback: CallbackParameters,
): Promise<ProviderIdentity> {
  const { provider, readAssertion } = connection;
  if (readAssertion)
    return getIdentityFromAssertion(context, connection, () => readAssertion(context, intent.state, callback));
  const tokens = await toSocialError(context, connection, "invalid_code", async () => {
    await checkIssuer(context, connection, callback.iss);
    return connection.exchangeCode(context, { ...intent, callback });
  });
  const claims = await toSocialError(context, connection, "invalid_code", async () => {
    if (!provider.idToken) return null;
    if (tokens.idToken === null) {
      if (provider.authorization.nonce) throw new Error("The response has no ID token.");
      return null;
    }
    const nonce = provider.authorization.nonce ? intent.nonce : null;
    const expected = { nonce, accessToken: tokens.accessToken };
    return connection.verifyIdToken(context, provider.idToken, tokens.idToken, expected);
  });
  return getIdentity(context, connection, { tokens, claims, callback });
}

/** @throws {SocialError} `invalid_code`, or what `read` throws */
function getIdentityFromAssertion(
  context: RequestContext,
  connection: Connection,
  read: () => Promise<Profile>,
): Promise<ProviderIdentity> {
  return toSocialError(context, connection, "invalid_code", async () => {
    const profile = checkProfile(await read());
    const mappedUser = await mapProfile(connection, profile);
    return { accountId: profile.id, mappedUser, profile, tokens: noTokens, providerData: null };
  });
}

const noTokens: ProviderTokens = {
  accessToken: "",
  tokenType: "",
  refreshToken: null,
  idToken: null,
  accessTokenExpiresAt: null,
  refreshTokenExpiresAt: null,
  scopes: [],
  raw: {},
};

/** The data that an identity is read from. */
export interface ProviderEvidence {
  readonly tokens: ProviderTokens;
  readonly claims: Claims | null;
  readonly callback: CallbackParameters;
}

/** @throws {SocialError} `unable_to_get_user_info` */
export async function getIdentity(
  context: RequestContext,
  connection: Connection,
  { tokens, claims, callback }: ProviderEvidence,
): Promise<ProviderIdentity> {
  const { provider } = connection;
  return toSocialError(context, connection, "unable_to_get_user_info", async () => {
    const profile = await readProfile(context, connection, { tokens, claims, callback });
    const providerData = provider.token.readProviderData?.(callback) ?? null;
    return { accountId: profile.id, mappedUser: await mapProfile(connection, profile), profile, tokens, providerData };
  });
}

/**
 * Fetches the user's profile from the provider.
 *
 * @throws {Error} if the profile is malformed or can't be fetched
 */
export async function readProfile(
  context: RequestContext,
  connection: Connection,
  { tokens, claims, callback }: ProviderEvidence,
): Promise<Profile> {
  const { userinfo_endpoint: userinfoEndpoint } = await connection.server(context);
  const source = createProfileSource(context, connection, { tokens, claims, callback });
  return checkProfile(await connection.provider.fetchProfile({ ...source, userinfoEndpoint }));
}

/** @throws {Error} if the profile has no ID that every database can store */
function checkProfile(profile: Profile): Profile {
  const { id } = profile;
  if (typeof id !== "string" || id.trim() === "" || id.length > 255 || !isStorableText(id)) {
    throw new Error("The profile has no valid ID.");
  }
  return profile;
}

/** Creates the source that a provider's own functions read a profile from. */
export function createProfileSource(
  context: RequestContext,
  connection: Connection,
  evidence: ProviderEvidence,
): ProfileSource {
  const send = connection.fetch(context);
  const request = (url: string, init?: FetchJsonInit): Promise<Response> =>
    fetchWithToken(send, evidence.tokens, url, init);
  return {
    ...evidence,
    fetchJson: async (url, init) => (await request(url, init)).json(),
    fetchBytes: async (url, init) => new Uint8Array(await (await request(url, init)).arrayBuffer()),
  };
}

async function fetchWithToken(
  send: BoundedFetch,
  { accessToken }: ProviderTokens,
  url: string,
  { method = "GET", headers, body, anonymous = false }: FetchJsonInit = {},
): Promise<Response> {
  const requestHeaders = new Headers(headers);
  if (!anonymous && !requestHeaders.has("authorization") && accessToken !== "")
    requestHeaders.set("authorization", `Bearer ${accessToken}`);
  const response = await send(url, { method, headers: requestHeaders, body: body ?? null });
  if (!response.ok) throw new Error(`${new URL(url).host} responded with ${response.status}.`);
  return response;
}

/** Applies the app's `mapProfileToUser`. The `emailVerified` flag applies only to the email it came with. */
async function mapProfile({ provider }: Connection, profile: Profile): Promise<MappedUser> {
  const mapped = (await provider.options.mapProfileToUser?.(profile)) ?? {};
  const { name, email, emailVerified, image, ...fields } = mapped as Partial<ProfileUser>;
  const rawEmail = email ?? profile.email;
  const address = rawEmail === null ? null : normalizeEmail(rawEmail);
  const isVouchedFor = emailVerified ?? (profile.emailVerified && rawEmail === profile.email);
  const isReal = address !== null && isMailable(address);
  // Only this library and the app can use placeholder emails. One that comes from a provider could belong to a
  // different user.
  const isUsable = isReal || email !== undefined;
  const profileFields = {
    name: cleanName(name ?? profile.name),
    image: safeImage(image === undefined ? profile.image : image),
    fields,
  };
  if (address !== null && isUsable)
    return { ...profileFields, email: address, emailVerified: isReal && isVouchedFor === true };
  const sharesNoEmail = rawEmail === null || address !== null;
  const placeholder = sharesNoEmail && provider.missingEmail !== "reject" ? provider.missingEmail(profile) : null;
  return { ...profileFields, email: placeholder === null ? null : normalizeEmail(placeholder), emailVerified: false };
}

/** Rejects a response from a server that the user wasn't sent to, which is a mix-up attack (RFC 9207). */
async function checkIssuer(context: RequestContext, connection: Connection, iss: string | undefined): Promise<void> {
  const server = await connection.server(context);
  if (iss === undefined) {
    const isRequired = connection.arrival?.isShared || server.authorization_response_iss_parameter_supported;
    if (isRequired) throw new SocialError("issuer_missing");
    return;
  }
  const issuer = connection.provider.idToken?.issuer;
  if (issuer === undefined || typeof issuer === "function") return;
  if (![issuer].flat().includes(iss)) throw new SocialError("issuer_mismatch");
}

/** Reports every failure at a provider as one error. The reason is only logged. */
async function toSocialError<T>(
  context: RequestContext,
  { provider }: Connection,
  code: "invalid_code" | "unable_to_get_user_info",
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof SocialError) throw error;
    context.log.warn("A sign-in with a provider failed", { provider: provider.id, code, reason: reasonOf(error) });
    throw new SocialError(code, error);
  }
}

/**
 * Returns only the message and the error code, because other properties of such errors can contain codes and tokens.
 */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return "unknown";
  const { error: code, error_description: text } = error as { error?: unknown; error_description?: unknown };
  return [error.message, code, text].filter((part) => typeof part === "string").join(": ");
}

const maxNameLength = 255;
/** Maximum length of an image in a `data:` URL, in characters. */
const maxDataUrlLength = 16_384;

function cleanName(name: unknown): string {
  const text = typeof name === "string" ? name.replaceAll("\0", "").trim() : "";
  const truncated = [...text].slice(0, maxNameLength).join("").slice(0, maxNameLength);
  return isStorableText(truncated) ? truncated : truncated.replace(/[\ud800-\udfff]/g, "");
}

function safeImage(image: unknown): string | null {
  if (typeof image !== "string") return null;
  if (image.length <= maxDataUrlLength && /^data:image\/(?:jpeg|png|gif|webp);base64,[\w+/]+=*$/.test(image))
    return image;
  return parseImageURL(image);
}

/** Whether every database can store the text unchanged. */
function isStorableText(text: string): boolean {
  return !text.includes("\0") && isWellFormed(text);
}
