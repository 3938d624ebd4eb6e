/** The migration steps that run only once, and the data that each one migrates. */

/**
 * The steps that run once. Repeated later, they would restore what users have deleted since, or mark what they have
 * added since as verified. The other steps only change rows in better-auth's format, so they can be repeated.
 */
export type Step = "verified-emails" | "passkeys" | "identity-providers" | "guests" | "phone-numbers" | "two-factor";

/** The data that a step migrates. */
interface StepSource {
  /** The plugin that the step needs, if any. */
  readonly plugin: string | null;
  /** better-auth's table that is renamed for the plugin, and that the step reads. */
  readonly table?: "passkey" | "ssoProvider" | "twoFactor";
  /** The column of `user` without which there's nothing to migrate. */
  readonly userColumn?: string;
}

export const stepSources: Readonly<Record<Step, StepSource>> = {
  "verified-emails": { plugin: null },
  passkeys: { plugin: "passkey", table: "passkey" },
  "identity-providers": { plugin: "sso", table: "ssoProvider" },
  guests: { plugin: "anonymous", userColumn: "isAnonymous" },
  "phone-numbers": { plugin: "phone-number", userColumn: "phoneNumber" },
  "two-factor": { plugin: "two-factor", table: "twoFactor", userColumn: "twoFactorEnabled" },
};

export const allSteps: readonly Step[] = Object.keys(stepSources) as Step[];

/** Whether a stored id is a step's. A later version can have different steps. */
export function isStep(id: string): id is Step {
  return Object.hasOwn(stepSources, id);
}

/** The steps that an app with these plugins needs. */
export function stepsOf(plugins: readonly string[]): readonly Step[] {
  return allSteps.filter((step) => {
    const { plugin } = stepSources[step];
    return plugin === null || plugins.includes(plugin);
  });
}
