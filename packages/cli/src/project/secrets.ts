/** The app's secrets, as far as its auth file and environment tell. */

import { at, isList, type Static } from "../source/values.ts";
import type { Target } from "./target.ts";

/** The secrets that the auth file names, the current one first; `null` where one of them cannot be read. */
export function secretsIn(options: Static): readonly string[] | null {
  const several = at(options, "secrets");
  const secrets = isList(several) ? several : several === undefined ? [at(options, "secret")] : [several];
  const isKnown = (secret: Static): secret is string => typeof secret === "string" && secret !== "";
  return secrets.every(isKnown) ? secrets : null;
}

/**
 * The secret that the app encrypts with: of the auth file, else `AUTH_SECRET`.
 * @throws {Error} neither tells
 */
export function currentSecret({ authFile, environment }: Target): string {
  const secret = secretsIn(authFile?.options)?.[0] ?? environment.read("AUTH_SECRET");
  if (secret) return secret;
  throw new Error("The app's secret is needed, to encrypt with it, and cannot be read. Set AUTH_SECRET to it.");
}
