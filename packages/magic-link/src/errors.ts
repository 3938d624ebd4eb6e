/** The errors of the magic link plugin. */

/** The plugin's error catalog. */
export const magicLinkErrors = {
  INVALID_EMAIL: { status: 400, message: "Invalid email" },
  INVALID_TOKEN: { status: 401, message: "Invalid token" },
} as const;
