/** The topics that endpoints and error codes are grouped by. */

export interface Topic {
  /** The end of the pages' paths, such as `social-sign-in`. */
  readonly slug: string;
  readonly title: string;
  /** The ids of the features or the plugin whose endpoints belong to it. */
  readonly tags: readonly string[];
}

/** Errors that endpoints of several topics return. */
export const common: Topic = { slug: "common", title: "Common errors", tags: [] };

const topics: readonly Topic[] = [
  {
    slug: "email-and-password",
    title: "Email and password",
    tags: ["email-password", "email-verification", "password"],
  },
  { slug: "sessions", title: "Sessions", tags: ["session"] },
  { slug: "social-sign-in", title: "Social sign-in", tags: ["social"] },
  { slug: "user-account", title: "User account", tags: ["account", "change-email"] },
  { slug: "server", title: "Server", tags: ["capabilities", "pages", "maintenance", "open-api"] },
  { slug: "username", title: "Usernames", tags: ["username"] },
  { slug: "phone-number", title: "Phone numbers", tags: ["phone-number"] },
  { slug: "step-up", title: "Step-up and known devices", tags: ["step-up"] },
  { slug: "magic-link", title: "Magic links", tags: ["magic-link"] },
  { slug: "email-otp", title: "Email codes", tags: ["email-otp"] },
  { slug: "anonymous", title: "Guests", tags: ["anonymous"] },
  { slug: "multi-session", title: "Multiple accounts", tags: ["multi-session"] },
  { slug: "last-login-method", title: "Last login method", tags: ["last-login-method"] },
  { slug: "one-time-token", title: "One-time tokens", tags: ["one-time-token"] },
  { slug: "device-authorization", title: "Device authorization", tags: ["device-authorization"] },
  { slug: "one-tap", title: "Google One Tap", tags: ["one-tap"] },
  { slug: "passkeys", title: "Passkeys", tags: ["passkey"] },
  { slug: "two-factor", title: "Two-factor authentication", tags: ["two-factor"] },
  { slug: "organization", title: "Organizations", tags: ["organization"] },
  { slug: "admin", title: "Admin", tags: ["admin"] },
  { slug: "api-keys", title: "API keys", tags: ["api-key"] },
  { slug: "webhooks", title: "Webhooks", tags: ["events"] },
  { slug: "scim", title: "SCIM", tags: ["scim"] },
  { slug: "sso", title: "Single sign-on", tags: ["sso"] },
  { slug: "jwt", title: "JWT", tags: ["jwt"] },
  { slug: "oauth-provider", title: "OAuth provider", tags: ["oauth-provider"] },
  { slug: "billing", title: "Billing", tags: ["billing"] },
  { slug: "captcha", title: "Captcha", tags: ["captcha"] },
  { slug: "breached-passwords", title: "Breached passwords", tags: ["breached-passwords"] },
  { slug: "dev-console", title: "Dev console", tags: ["dev", "dev-console"] },
];

/**
 * Returns the topic of a feature's or plugin's id, which is also the name of a plugin's package.
 * @throws {Error} if it has none
 */
export function topicOf(tag: string): Topic {
  const found = topics.find(({ tags }) => tags.includes(tag));
  if (!found) throw new Error(`No topic has "${tag}". Add it to scripts/site/reference/topics.ts.`);
  return found;
}

/** Groups things by their topic, in the order of the topics. */
export function byTopic<T>(all: readonly T[], topicFor: (one: T) => Topic): (readonly [Topic, readonly T[]])[] {
  return [...topics, common].flatMap((topic) => {
    const own = all.filter((one) => topicFor(one) === topic);
    return own.length === 0 ? [] : [[topic, own] as const];
  });
}
