/** Sign in with Apple. Apple sends the user's name only with the first consent, and doesn't sign it. */

import type { ConfiguredProvider } from "../connection.ts";
import { defineBuiltIn } from "../define-provider.ts";
import type { CallbackParameters, Profile, ProfileSource, ProviderOptions } from "../provider.ts";
import {
  type JsonObject,
  joinNames,
  readFlag,
  readObject,
  readOptionalObject,
  readSubject,
  readText,
} from "./profile-fields.ts";
import { checkClient, failOption } from "./provider-options.ts";

const issuer = "https://appleid.apple.com";

/**
 * Options for Sign in with Apple.
 *
 * Apple's client secret is a token signed with the team's key. Set `teamId`, `keyId`, and `privateKey` to have it
 * created when it's needed, or pass one as `clientSecret`, which Apple accepts for up to six months. With neither, only
 * ID tokens of your own Apple apps work.
 */
export interface AppleOptions extends ProviderOptions {
  /** Your developer team's ten-character ID. */
  readonly teamId?: string | undefined;
  /** The ten-character ID of the private key. */
  readonly keyId?: string | undefined;
  /** The content of the `.p8` file. Line breaks can be written as `\n`. */
  readonly privateKey?: string | undefined;
  /** Bundle ID of your Apple app. If set, ID tokens issued to the app on a device are accepted, too. */
  readonly appBundleIdentifier?: string | undefined;
  /**
   * Audiences to accept in ID tokens, instead of the client IDs and the bundle ID. Include the client ID if you
   * redirect users.
   */
  readonly audience?: string | readonly string[] | undefined;
}

/**
 * Creates a provider for sign-in with Apple.
 * @throws {Error} if an option is missing or invalid, with its path, such as `socialProviders.apple.clientId`
 */
export function apple(options: AppleOptions): ConfiguredProvider {
  const clients = checkClient("apple", options);
  const key = signingKey(options, clients[0]);
  return defineBuiltIn({
    id: "apple",
    name: "Apple",
    options,
    authorization: {
      endpoint: `${issuer}/auth/authorize`,
      scopes: ["email", "name"],
      pkce: false,
      nonce: true,
      // Apple requires it as soon as a scope is requested.
      responseMode: "form_post",
      loginHintParameter: null,
    },
    token: {
      endpoint: `${issuer}/auth/token`,
      auth: "client_secret_post",
      refresh: "none",
      ...(key && { clientSecret: (now: Date) => signClientSecret(key, now) }),
    },
    idToken: {
      issuer,
      jwksUri: `${issuer}/auth/keys`,
      algorithms: ["RS256"],
      audience: audienceOf(options, clients),
      nonce: "exact-or-sha256-hex",
      allowsDirectSignIn: true,
    },
    missingEmail: "reject",
    async fetchProfile({ claims, callback }: ProfileSource): Promise<Profile> {
      const raw = readObject(claims, "Apple's ID token");
      return {
        id: readSubject(raw.sub),
        name: readCallbackName(callback),
        // Only from the signed token. The posted `user` contains an email too, but anyone can forge that.
        email: readText(raw.email),
        emailVerified: readFlag(raw.email_verified),
        image: null,
        raw,
      };
    },
  });
}

/** Values for signing a client secret. */
interface SigningKey {
  readonly teamId: string;
  readonly keyId: string;
  readonly privateKey: string;
  readonly clientId: string;
}

function signingKey(options: AppleOptions, clientId: string): SigningKey | null {
  const { teamId, keyId, privateKey } = options;
  if (teamId === undefined && keyId === undefined && privateKey === undefined) return null;
  if (options.clientSecret !== undefined)
    failOption("apple", "clientSecret", "can't be combined with privateKey. Set one of them.");
  if (!teamId) failOption("apple", "teamId", "is missing. Set it to the ten characters of your developer team.");
  if (!keyId) failOption("apple", "keyId", "is missing. Set it to the ten characters that identify the private key.");
  const pem = privateKey?.replaceAll("\\n", "\n").trim() ?? "";
  if (!/^-----BEGIN PRIVATE KEY-----\s[\s\S]+\s-----END PRIVATE KEY-----$/.test(pem)) {
    failOption(
      "apple",
      "privateKey",
      "isn't a private key. Use the content of the .p8 file, including its first and last lines.",
    );
  }
  return { teamId, keyId, privateKey: pem, clientId };
}

/** Valid for five minutes and created for a single request. */
async function signClientSecret({ teamId, keyId, privateKey, clientId }: SigningKey, now: Date): Promise<string> {
  const { importPKCS8, SignJWT } = await import("jose");
  const key = await importPKCS8(privateKey, "ES256").catch((cause: unknown) => {
    throw new Error(
      "socialProviders.apple.privateKey isn't an ES256 key. Use the content of Apple's .p8 file, unchanged.",
      {
        cause,
      },
    );
  });
  const issuedAt = Math.floor(now.getTime() / 1000);
  return new SignJWT()
    .setProtectedHeader({ alg: "ES256", kid: keyId })
    .setIssuer(teamId)
    .setSubject(clientId)
    .setAudience(issuer)
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + 300)
    .sign(key);
}

function audienceOf({ audience, appBundleIdentifier }: AppleOptions, clients: readonly string[]): readonly string[] {
  if (audience !== undefined) {
    const named = typeof audience === "string" ? [audience] : audience;
    if (named.length === 0 || named.includes(""))
      failOption("apple", "audience", "is empty. Add a client or bundle ID.");
    return named;
  }
  return appBundleIdentifier === undefined ? clients : [...clients, appBundleIdentifier];
}

function readCallbackName({ user }: CallbackParameters): string {
  const name = readOptionalObject(parse(user).name);
  return joinNames(name.firstName, name.lastName).slice(0, 255);
}

function parse(json: string | undefined): JsonObject {
  try {
    return readOptionalObject(JSON.parse(json ?? ""));
  } catch {
    return {};
  }
}
