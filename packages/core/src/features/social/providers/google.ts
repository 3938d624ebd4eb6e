/** Sign-in with Google, by redirect or by the id token of One Tap and of Google's own apps. */

import type { Profile, ProfileSource, ProviderOptions, SocialProvider } from "../provider.ts";
import { joinName, readFlag, readImage, readName, readObject, readSubject, readText } from "./fields.ts";
import { checkChoice, checkClient, parameters } from "./options.ts";

export interface GoogleOptions extends ProviderOptions {
  /** `offline` asks for a refresh token, which comes with the first consent only. */
  readonly accessType?: "online" | "offline" | undefined;
  /** `none`, or `consent` and `select_account`, alone or with a blank between. `consent` gives a refresh token anew. */
  readonly prompt?: string | undefined;
  /** How Google shows its page. */
  readonly display?: "page" | "popup" | "touch" | "wap" | undefined;
  /** Only people of this Workspace domain get in; `*`: of any. */
  readonly hd?: string | undefined;
  /** New scopes join those that were granted before. Default: true. */
  readonly includeGrantedScopes?: boolean | undefined;
}

export function google(options: GoogleOptions): SocialProvider {
  checkClient("google", options);
  checkChoice("google", "accessType", options.accessType, ["online", "offline"]);
  const { accessType, prompt, display, hd, includeGrantedScopes = true } = options;
  return {
    id: "google",
    name: "Google",
    options,
    authorization: {
      endpoint: "https://accounts.google.com/o/oauth2/v2/auth",
      scopes: ["email", "profile", "openid"],
      pkce: true,
      nonce: true,
      parameters: parameters({
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
      direct: true,
    },
    missingEmail: "reject",
    async fetchProfile(source: ProfileSource): Promise<Profile> {
      const answer = source.claims ?? (await source.fetchJson("https://openidconnect.googleapis.com/v1/userinfo"));
      const raw = readObject(answer, "Google's profile");
      const id = readSubject(raw.sub);
      requireDomain(hd, raw.hd);
      return {
        id,
        name: readName(raw.name, joinName(raw.given_name, raw.family_name), raw.email),
        email: readText(raw.email),
        emailVerified: readFlag(raw.email_verified),
        image: readImage(raw.picture),
        raw,
      };
    },
  };
}

/** The parameter only chooses what Google shows. Whoever leaves it out of the address comes back all the same. */
function requireDomain(wanted: string | undefined, claim: unknown): void {
  if (wanted === undefined) return;
  const domain = readText(claim)?.toLowerCase();
  if (domain === undefined || (wanted !== "*" && domain !== wanted.toLowerCase())) {
    throw new Error(`The account is not of the Workspace domain ${wanted}.`);
  }
}
