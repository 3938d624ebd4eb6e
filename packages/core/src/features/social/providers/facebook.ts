/** Sign-in with Facebook: by redirect, by the token of Limited Login (a JWT), or by an access token of an app's own. */

import { hmacSha256 } from "../../../crypto/digest.ts";
import { toHex, utf8 } from "../../../crypto/encoding.ts";
import type { Profile, ProfileSource, ProviderOptions, SocialProvider } from "../provider.ts";
import {
  type Fields,
  readImage,
  readName,
  readObject,
  readPart,
  readSubject,
  readText,
  standardError,
} from "./fields.ts";
import { checkClient, refuse } from "./options.ts";

export interface FacebookOptions extends ProviderOptions {
  /** Of the Graph API. Facebook ends a version after about two years. Default: `v25.0`. */
  readonly version?: string | undefined;
  /** Further fields of `/me`, for `mapProfileToUser`. */
  readonly fields?: readonly string[] | undefined;
  /** A configuration of Facebook Login for Business. It stands in place of scopes. */
  readonly configId?: string | undefined;
  /** Calls of the Graph API prove that they know the app's secret. Default: true. */
  readonly appSecretProof?: boolean | undefined;
}

export function facebook(options: FacebookOptions): SocialProvider {
  const clients = checkClient("facebook", options);
  const { version = "v25.0", configId, fields = [] } = options;
  if (!/^v\d+\.\d+$/.test(version)) refuse("facebook", "version", `is "${version}": give one such as "v25.0".`);
  const graph: Graph = {
    me: `https://graph.facebook.com/${version}/me`,
    fields: [...new Set(["id", "name", "email", "picture", ...fields])].join(","),
    clients,
    secret: options.clientSecret ?? null,
    proves: options.appSecretProof ?? true,
  };
  return {
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
      normalize: (answer) => standardError(answer, readPart(answer.error).type, readPart(answer.error).message),
    },
    idToken: {
      issuer: "https://www.facebook.com",
      jwksUri: "https://limited.facebook.com/.well-known/oauth/openid/jwks/",
      algorithms: ["RS256"],
      nonce: "exact",
      direct: true,
      verifyDirect: (token, source) => verifyAccessToken(graph, token, source),
    },
    missingEmail: "reject",
    async fetchProfile(source: ProfileSource): Promise<Profile> {
      // A token of Limited Login cannot call the Graph API: its claims are all there is.
      const raw = source.claims ?? (await fetchMe(graph, source.tokens.accessToken, source));
      return {
        id: readSubject(raw.sub ?? raw.id),
        name: readName(raw.name),
        email: readText(raw.email),
        // Facebook promises of no address that it was ever confirmed.
        emailVerified: false,
        image: readImage(readPart(readPart(raw.picture).data).url) ?? readImage(raw.picture),
        raw,
      };
    },
  };
}

interface Graph {
  readonly me: string;
  readonly fields: string;
  readonly clients: readonly string[];
  readonly secret: string | null;
  readonly proves: boolean;
}

/**
 * An access token says nothing of the app it was made for: any app's would do. So Facebook is asked for the app, and the
 * profile is read with this very token. One that came along would be stored unchecked, so it must be the same.
 */
async function verifyAccessToken(graph: Graph, token: string, source: ProfileSource): Promise<Fields | null> {
  if (token.split(".").length === 3) return null;
  const { accessToken } = source.tokens;
  if (accessToken !== "" && accessToken !== token)
    throw new Error("The access token is another than the one to check.");
  if (graph.secret === null)
    refuse("facebook", "clientSecret", "is missing: access tokens cannot be checked without it.");
  const app = `${graph.clients[0]}|${graph.secret}`;
  const query = new URLSearchParams({ input_token: token, access_token: app });
  const url = `https://graph.facebook.com/debug_token?${query}`;
  const answer = readObject(await source.fetchJson(url, { anonymous: true }), "Facebook's answer");
  const { is_valid, app_id, user_id } = readObject(answer.data, "Facebook's answer");
  if (is_valid !== true) throw new Error("Facebook says that the access token is not valid.");
  if (!graph.clients.includes(String(app_id))) throw new Error("The access token was made for another app.");
  const me = await fetchMe(graph, token, source);
  if (readSubject(me.id) !== user_id) throw new Error("The access token and the profile have two subjects.");
  return { ...me, sub: user_id };
}

async function fetchMe({ me, fields, secret, proves }: Graph, token: string, source: ProfileSource): Promise<Fields> {
  const query = new URLSearchParams({ fields });
  if (proves && secret !== null) query.set("appsecret_proof", toHex(hmacSha256(utf8(secret), token)));
  const headers = { authorization: `Bearer ${token}` };
  return readObject(await source.fetchJson(`${me}?${query}`, { headers }), "Facebook's profile");
}
