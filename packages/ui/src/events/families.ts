/**
 * The kinds of events that organizations have. Others, such as sign-ins, are about users and belong to no organization.
 */
export const organizationFamilies: readonly string[] = [
  "organization.",
  "member.",
  "invitation.",
  "team.",
  "role.",
  "api-key.",
  "service-account.",
  "oauth-client.",
  "oauth-grant.",
  "sso.",
  "scim.",
  "billing.",
  "webhook.",
  "audit.",
];
