/** Explains what replaces the options of `@better-auth/sso`, for apps that migrate from it. */

const noChoice = "It's always on. Remove the option.";
const roles = "Set roleMapping, defaultRole, and syncRoles when a provider is registered or updated.";
const asserted =
  "An email counts as verified if it's in a verified domain of the provider's organization. Remove the option.";

/** What to use instead, by the option's path. */
const advice: Readonly<Record<string, string>> = {
  defaultSSO:
    "A provider belongs to an organization, which has verified its domains. Register it with auth.api.registerSSOProvider, or, if it's for everyone, add openidProvider() to the option providers of createAuth.",
  organizationProvisioning: roles,
  provisionUser: "Use the databaseHooks of createAuth.",
  provisionUserOnEveryLogin: "Use the databaseHooks of createAuth.",
  trustEmailVerified: asserted,
  "domainVerification.enabled": noChoice,
  "saml.enableInResponseToValidation": noChoice,
  "saml.requireTimestamps": noChoice,
  "saml.wantLogoutRequestSigned": noChoice,
  "saml.wantLogoutResponseSigned": noChoice,
  "saml.enableSingleLogout":
    "It's on for providers that have a logout URL. Set samlConfig.logoutUrl to null to turn it off for one.",
};

/** @throws {Error} if one of these options is set. The message says what to use instead. */
export function checkReplacedOptions(options: object): void {
  for (const [path, instead] of Object.entries(advice)) {
    let value: unknown = options;
    for (const name of path.split(".")) value = (value as Readonly<Record<string, unknown>> | undefined)?.[name];
    if (value !== undefined) throw new Error(`sso.${path} isn't an option. ${instead}`);
  }
}
