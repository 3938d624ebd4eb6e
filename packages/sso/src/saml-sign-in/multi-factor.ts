/** Determines whether a SAML provider verified multiple factors. */

/** The claim that contains the statement's `AuthnContextClassRef`, in addition to the attributes. */
export const authnContextClaim = "urn:oasis:names:tc:SAML:2.0:assertion:AuthnContextClassRef";

const microsoft = "http://schemas.microsoft.com/claims";

/**
 * The contexts that represent multiple factors: from REFEDS, from Microsoft Entra and AD FS, and from SAML's own list.
 */
const contexts: ReadonlySet<unknown> = new Set([
  "https://refeds.org/profile/mfa",
  `${microsoft}/multipleauthn`,
  "urn:oasis:names:tc:SAML:2.0:ac:classes:MobileTwoFactorContract",
  "urn:oasis:names:tc:SAML:2.0:ac:classes:MobileTwoFactorUnregistered",
]);

/** Whether the statement's context, or Microsoft Entra's attribute with the methods, indicates multiple factors. */
export function hasSamlMfa(claims: Readonly<Record<string, unknown>>): boolean {
  const methods = [claims[`${microsoft}/authnmethodsreferences`]].flat();
  return contexts.has(claims[authnContextClaim]) || methods.includes(`${microsoft}/multipleauthn`);
}
