/** Types and checks that both protocols share. */

import type { IdentityPerson } from "./person.ts";

/** An app's request for a sign-in. */
export interface SignInRequest {
  /** The app's entity ID or client ID. */
  readonly app: string;
  /** Where the response goes. */
  readonly destination: string;
  /** The email that the app suggests. Empty if it suggests none. */
  readonly loginHint: string;
  /** Returns the response. `null` if the person cancels. */
  respond(person: IdentityPerson | null): Promise<IdentityResponse>;
}

/** The identity provider's response, which the browser delivers to the app. */
export interface IdentityResponse {
  readonly url: string;
  /** The form to send by POST, with SAML. `null` if the browser is redirected, with OpenID Connect. */
  readonly fields: Readonly<Record<string, string>> | null;
}

/** An error for requests that no app should send. The page shows the message. */
export class InvalidRequest extends Error {}

/** @throws {InvalidRequest} unless it's a web address */
export function checkDestination(url: string, name: string): string {
  if (URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)) return url;
  throw new InvalidRequest(`The request's ${name} must be an http or https URL.`);
}
