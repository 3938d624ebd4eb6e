/** Sign in with Apple. The person's name comes once, with the first consent, and nobody signed it. */

import type { CallbackParameters, Profile, ProfileSource, ProviderOptions, SocialProvider } from "../provider.ts";
import { type Fields, joinName, readFlag, readObject, readPart, readSubject, readText } from "./fields.ts";
import { checkClient, refuse } from "./options.ts";

const issuer = "https://appleid.apple.com";

/**
 * The client secret is a token signed with the team's key: give `teamId`, `keyId` and `privateKey`, and it is made where
 * it is needed. One made beforehand can be given as `clientSecret`; Apple lets it live half a year. With neither, only
 * id tokens of Apple's own apps are taken.
 */
export interface AppleOptions extends ProviderOptions {
  /** The ten characters of the developer team. */
  readonly teamId?: string | undefined;
  /** The ten characters that name the private key. */
  readonly keyId?: string | undefined;
  /** The content of the `.p8` file. Line breaks may be written as `\n`. */
  readonly privateKey?: string | undefined;
  /** Id tokens for this app on a device are taken, too. */
  readonly appBundleIdentifier?: string | undefined;
  /** Whom id tokens may be for, instead of the client ids and the bundle. Name the client id if people are redirected. */
  readonly audience?: string | readonly string[] | undefined;
}

export function apple(options: AppleOptions): SocialProvider {
  const clients = checkClient("apple", options);
  const key = signingKey(options, clients[0]);
  return {
    id: "apple",
    name: "Apple",
    options,
    authorization: {
      endpoint: `${issuer}/auth/authorize`,
      scopes: ["email", "name"],
      pkce: false,
      nonce: true,
      // Apple insists on it as soon as a scope is asked for.
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
      direct: true,
    },
    missingEmail: "reject",
    async fetchProfile({ claims, callback }: ProfileSource): Promise<Profile> {
      const raw = readObject(claims, "Apple's id token");
      return {
        id: readSubject(raw.sub),
        name: readCallbackName(callback),
        // Of the signed token alone: the posted `user` holds one as well, and anybody can write that.
        email: readText(raw.email),
        emailVerified: readFlag(raw.email_verified),
        image: null,
        raw,
      };
    },
  };
}

/** What a client secret is signed with. */
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
    refuse("apple", "clientSecret", "is given beside privateKey: give one of them.");
  if (!teamId) refuse("apple", "teamId", "is missing: give the ten characters of the developer team.");
  if (!keyId) refuse("apple", "keyId", "is missing: give the ten characters that name the private key.");
  const pem = privateKey?.replaceAll("\\n", "\n").trim() ?? "";
  if (!/^-----BEGIN PRIVATE KEY-----\s[\s\S]+\s-----END PRIVATE KEY-----$/.test(pem)) {
    refuse("apple", "privateKey", "is no private key: give the content of the .p8 file, its first and last line too.");
  }
  return { teamId, keyId, privateKey: pem, clientId };
}

/** Lives for five minutes, and is made for one request. */
async function signClientSecret({ teamId, keyId, privateKey, clientId }: SigningKey, now: Date): Promise<string> {
  const { importPKCS8, SignJWT } = await import("jose");
  const key = await importPKCS8(privateKey, "ES256").catch((cause: unknown) => {
    throw new Error("socialProviders.apple.privateKey is no key for ES256: give the .p8 file as Apple made it.", {
      cause,
    });
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
    if (named.length === 0 || named.includes("")) refuse("apple", "audience", "is empty: name a client or bundle id.");
    return named;
  }
  return appBundleIdentifier === undefined ? clients : [...clients, appBundleIdentifier];
}

function readCallbackName({ user }: CallbackParameters): string {
  const name = readPart(parse(user).name);
  return joinName(name.firstName, name.lastName).slice(0, 255);
}

function parse(json: string | undefined): Fields {
  try {
    return readPart(JSON.parse(json ?? ""));
  } catch {
    return {};
  }
}
