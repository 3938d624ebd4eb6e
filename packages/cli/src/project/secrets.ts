/** Reads the app's secrets from its auth file and environment. */

import { isList, type StaticValue, valueAt } from "../source/values.ts";
import type { Target } from "./target.ts";

/** The secrets in the auth file, the current one first. `null` if any of them can't be read. */
export function secretsIn(options: StaticValue): readonly string[] | null {
  const several = valueAt(options, "secrets");
  const secrets = isList(several) ? several : several === undefined ? [valueAt(options, "secret")] : [several];
  const isKnown = (secret: StaticValue): secret is string => typeof secret === "string" && secret !== "";
  return secrets.every(isKnown) ? secrets : null;
}

/**
 * The secret that the app encrypts with, from the auth file or `AUTH_SECRET`.
 * @throws {Error} if neither has it
 */
export function currentSecret(target: Target): string {
  const secret = knownSecret(target);
  if (secret !== null) return secret;
  throw new Error("Couldn't read the app's secret, which is needed for encryption. Set AUTH_SECRET to it.");
}

/** Does the same as {@link currentSecret}, but returns `null` if neither has it. */
export function knownSecret({ authFile, environment }: Target): string | null {
  return secretsIn(authFile?.options)?.[0] || environment.read("AUTH_SECRET") || null;
}
