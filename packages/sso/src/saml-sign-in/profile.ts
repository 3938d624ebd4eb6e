/** Reads a user's profile from an assertion. */

import type { SamlIdentity } from "../saml/assertion.ts";
import type { SsoSubject } from "../tables.ts";
import type { SamlMapping } from "./config.ts";

/** The part of an assertion that a sign-in uses. It can be stored as JSON. */
export interface SamlProfile {
  readonly email: string | null;
  readonly name: string;
  /** All attributes. A single value is a string, and multiple values are a list. */
  readonly claims: Readonly<Record<string, string | readonly string[]>>;
  /** How the user authenticated, as a URI. */
  readonly authnContext: string | null;
  /** When the identity provider's session ends, in milliseconds since 1970. */
  readonly sessionEndsAt: number | null;
  /** The user and the session at the identity provider, for logout. */
  readonly subject: SsoSubject;
}

const claimsUri = "http://schemas.xmlsoap.org/ws/2005/05/identity/claims";
const emailNames = [
  "email",
  "mail",
  "emailAddress",
  "Email",
  `${claimsUri}/emailaddress`,
  "urn:oid:0.9.2342.19200300.100.1.3",
  // Keycloak calls this "X500 email".
  "urn:oid:1.2.840.113549.1.9.1",
];
const nameNames = [
  "name",
  "displayName",
  "cn",
  "http://schemas.microsoft.com/identity/claims/displayname",
  "urn:oid:2.16.840.1.113730.3.1.241",
];
const givenNames = ["givenName", "firstName", `${claimsUri}/givenname`, "urn:oid:2.5.4.42"];
const familyNames = ["sn", "surname", "lastName", `${claimsUri}/surname`, "urn:oid:2.5.4.4"];
const emailFormat = "urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress";

/** Returns the profile. Email and name attributes only count if they have exactly one value. */
export function readSamlProfile(identity: SamlIdentity, mapping: SamlMapping): SamlProfile {
  const { nameId, attributes, sessionEndsAt, sessionIndex = null, issuedAt } = identity;
  const one = (names: readonly string[]): string | null => {
    for (const name of names) {
      const [value, second] = attributes.get(name) ?? [];
      if (value !== undefined && second === undefined && value.trim() !== "") return value.trim();
    }
    return null;
  };
  const email = one(mapping.email === undefined ? emailNames : [mapping.email]);
  const full = [one(givenNames), one(familyNames)].filter((part) => part !== null).join(" ");
  return {
    email: email ?? (mapping.email === undefined && nameId.format === emailFormat ? nameId.value : null),
    name: one(mapping.name === undefined ? nameNames : [mapping.name]) ?? full,
    claims: Object.fromEntries(
      [...attributes].map(([name, values]) => [name, values.length === 1 ? (values[0] ?? "") : values]),
    ),
    authnContext: identity.authnContext ?? null,
    sessionEndsAt: sessionEndsAt?.getTime() ?? null,
    subject: { nameId, sessionIndex, issuedAt: issuedAt.getTime() },
  };
}
