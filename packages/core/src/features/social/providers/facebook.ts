/**
 * Sign-in with Facebook by redirect, with a Limited Login token (a JWT), or with an access token that the app obtained.
 */

import { hmacSha256 } from "../../../crypto/digest.ts";
import { toHex, utf8 } from "../../../crypto/encoding.ts";
import type { ConfiguredProvider } from "../connection.ts";
import { defineBuiltIn } from "../define-provider.ts";
import type { Profile, ProfileSource, ProviderOptions } from "../provider.ts";
import {
  type JsonObject,
  readImage,
  readName,
  readObject,
  readOptionalObject,
  readSubject,
  readText,
  toStandardError,
} from "./profile-fields.ts";
import { checkClient, failOption } from "./provider-options.ts";

/** Options for Facebook. */
export interface FacebookOptions extends ProviderOptions {
  /** Version of the Graph API. Facebook retires versions after about two years. Default: `v25.0`. */
  readonly version?: string | undefined;
  /** Additional `/me` fields, for `mapProfileToUser`. */
  readonly fields?: readonly string[] | undefined;
  /** A Facebook Login for Business configuration ID. It replaces the scopes. */
  readonly configId?: string | undefined;
  /** Whether Graph API calls include a proof that your server knows the app secret. Default: true. */
  readonly appSecretProof?: boolean | undefined;
}

/**
 * Creates a provider for sign-in with Facebook.
 * @throws {Error} if an option is missing or invalid, with its path, such as `socialProviders.facebook.clientId`
 */
export function facebook(options: FacebookOptions): ConfiguredProvider {
  const clients = checkClient("facebook", options);
  const { version = "v25.0", configId, fields = [] } = options;
  if (!/^v\d+\.\d+$/.test(version))
    failOption("facebook", "version", `is "${version}". Use a version such as "v25.0".`);
  const graph: GraphSettings = {
    profileURL: `https://graph.facebook.com/${version}/me`,
    fields: [...new Set(["id", "name", "email", "picture", ...fields])].join(","),
    clientIds: clients,
    secret: options.clientSecret ?? null,
    sendsSecretProof: options.appSecretProof ?? true,
  };
  return defineBuiltIn({
    id: "facebook",
    name: "Facebook",
    options,
    authorization: {
      endpoint: `https://www.facebook.com/${version}/dialog/oauth`,
      scopes: ["email", "public_profile"],
      pkce: false,
      nonce: false,
      loginHintParameter: null,
      ...(configId !== undefined && { scopeParameter: null, parameters: { config_id: configId } }),
    },
    token: {
      endpoint: `https://graph.facebook.com/${version}/oauth/access_token`,
      auth: "client_secret_post",
      refresh: "not-applicable",
      normalize: (response) =>
        toStandardError(response, readOptionalObject(response.error).type, readOptionalObject(response.error).message),
    },
    idToken: {
      issuer: "https://www.facebook.com",
      jwksUri: "https://limited.facebook.com/.well-known/oauth/openid/jwks/",
      algorithms: ["RS256"],
      nonce: "exact",
      allowsDirectSignIn: true,
      verifyOpaqueToken: (token, source) => verifyAccessToken(graph, token, source),
    },
    missingEmail: "reject",
    async fetchProfile(source: ProfileSource): Promise<Profile> {
      // A Limited Login token can't call the Graph API, so its claims are all there is.
      const raw = source.claims ?? (await fetchMe(graph, source.tokens.accessToken, source));
      return {
        id: readSubject(raw.sub ?? raw.id),
        name: readName(raw.name),
        email: readText(raw.email),
        // Facebook doesn't guarantee that an email was ever verified.
        emailVerified: false,
        image: readImage(readOptionalObject(readOptionalObject(raw.picture).data).url) ?? readImage(raw.picture),
        raw,
      };
    },
  });
}

interface GraphSettings {
  readonly profileURL: string;
  readonly fields: string;
  readonly clientIds: readonly string[];
  readonly secret: string | null;
  readonly sendsSecretProof: boolean;
}

/**
 * Verifies an access token. The token doesn't say which app it was issued to, so a token from any other app would work,
 * too. Asks Facebook for the app and reads the profile with this same token. An access token sent along must be
 * identical, because it would be stored unverified.
 */
async function verifyAccessToken(
  graph: GraphSettings,
  token: string,
  source: ProfileSource,
): Promise<JsonObject | null> {
  if (token.split(".").length === 3) return null;
  const { accessToken } = source.tokens;
  if (accessToken !== "" && accessToken !== token)
    throw new Error("The verified token and accessToken differ. Pass the same access token in both.");
  if (graph.secret === null)
    failOption("facebook", "clientSecret", "is missing. Set it, because verifying access tokens requires it.");
  const app = `${graph.clientIds[0]}|${graph.secret}`;
  const query = new URLSearchParams({ input_token: token, access_token: app });
  const url = `https://graph.facebook.com/debug_token?${query}`;
  const response = readObject(await source.fetchJson(url, { anonymous: true }), "Facebook's response");
  const { is_valid, app_id, user_id } = readObject(response.data, "Facebook's response");
  if (is_valid !== true) throw new Error("According to Facebook, the access token isn't valid.");
  if (!graph.clientIds.includes(String(app_id))) throw new Error("The access token was issued to a different app.");
  const me = await fetchMe(graph, token, source);
  if (readSubject(me.id) !== user_id) throw new Error("The access token and the profile have different subjects.");
  return { ...me, sub: user_id };
}

async function fetchMe(
  { profileURL, fields, secret, sendsSecretProof }: GraphSettings,
  token: string,
  source: ProfileSource,
): Promise<JsonObject> {
  const query = new URLSearchParams({ fields });
  if (sendsSecretProof && secret !== null) query.set("appsecret_proof", toHex(hmacSha256(utf8(secret), token)));
  const headers = { authorization: `Bearer ${token}` };
  return readObject(await source.fetchJson(`${profileURL}?${query}`, { headers }), "Facebook's profile");
}
