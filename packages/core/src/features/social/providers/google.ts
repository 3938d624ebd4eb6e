/** Sign-in with Google, by redirect or with an ID token from One Tap or a mobile app. */

import type { ConfiguredProvider } from "../connection.ts";
import { defineBuiltIn } from "../define-provider.ts";
import type { Profile, ProfileSource, ProviderOptions } from "../provider.ts";
import { joinNames, readFlag, readImage, readName, readObject, readSubject, readText } from "./profile-fields.ts";
import { checkChoice, checkClient, definedParameters } from "./provider-options.ts";

/** Options for Google. */
export interface GoogleOptions extends ProviderOptions {
  /** `offline` requests a refresh token, which Google sends only the first time a user consents. */
  readonly accessType?: "online" | "offline" | undefined;
  /**
   * `none`, `consent`, `select_account`, or `consent select_account`. `consent` makes Google send a new refresh token.
   */
  readonly prompt?: string | undefined;
  /** How Google displays its page. */
  readonly display?: "page" | "popup" | "touch" | "wap" | undefined;
  /** Accepts only users from this Workspace domain. `*` accepts any Workspace domain. */
  readonly hd?: string | undefined;
  /** Whether to add new scopes to the ones that the user granted before. Default: true. */
  readonly includeGrantedScopes?: boolean | undefined;
}

/**
 * Creates a provider for sign-in with Google.
 * @throws {Error} if an option is missing or invalid, with its path, such as `socialProviders.google.clientId`
 */
export function google(options: GoogleOptions): ConfiguredProvider {
  checkClient("google", options);
  checkChoice("google", "accessType", options.accessType, ["online", "offline"]);
  const { accessType, prompt, display, hd, includeGrantedScopes = true } = options;
  return defineBuiltIn({
    id: "google",
    name: "Google",
    options,
    authorization: {
      endpoint: "https://accounts.google.com/o/oauth2/v2/auth",
      scopes: ["email", "profile", "openid"],
      pkce: true,
      nonce: true,
      parameters: definedParameters({
        include_granted_scopes: includeGrantedScopes || undefined,
        access_type: accessType,
        prompt,
        display,
        hd,
      }),
    },
    token: { endpoint: "https://oauth2.googleapis.com/token", auth: "client_secret_post", refresh: "none" },
    idToken: {
      issuer: ["https://accounts.google.com", "accounts.google.com"],
      jwksUri: "https://www.googleapis.com/oauth2/v3/certs",
      algorithms: ["RS256"],
      maxAge: 3600,
      nonce: "exact",
      allowsDirectSignIn: true,
    },
    missingEmail: "reject",
    async fetchProfile(source: ProfileSource): Promise<Profile> {
      const response = source.claims ?? (await source.fetchJson("https://openidconnect.googleapis.com/v1/userinfo"));
      const raw = readObject(response, "Google's profile");
      const id = readSubject(raw.sub);
      requireDomain(hd, raw.hd);
      return {
        id,
        name: readName(raw.name, joinNames(raw.given_name, raw.family_name), raw.email),
        email: readText(raw.email),
        emailVerified: readFlag(raw.email_verified),
        image: readImage(raw.picture),
        raw,
      };
    },
  });
}

/** The `hd` parameter only changes what Google shows. A user who removes it from the URL still comes back signed in. */
function requireDomain(allowedDomain: string | undefined, claim: unknown): void {
  if (allowedDomain === undefined) return;
  const domain = readText(claim)?.toLowerCase();
  if (domain === undefined || (allowedDomain !== "*" && domain !== allowedDomain.toLowerCase())) {
    throw new Error(`The account isn't in the Workspace domain ${allowedDomain}.`);
  }
}
