/** The providers that an app offers, with their names. */

import type { ReactNode } from "react";
import type { Texts } from "../texts/texts.ts";

/** A provider with a custom name or logo. */
export interface ProviderChoice {
  /** The server's id: the key in `socialProviders`, or the id of a custom provider. */
  readonly id: string;
  /** Default: the name from the texts, or the capitalized id. */
  readonly name?: string;
  /** An 18-pixel logo. Default: the logo for the id, or the first letter of the name. */
  readonly mark?: ReactNode;
}

/** A provider of `AuthUi.providers`. */
export interface ProviderInfo {
  readonly id: string;
  readonly name: string;
  /** Default: the logo for the id. */
  readonly mark?: ReactNode;
}

/** @throws {Error} if two providers have the same id */
export function resolveProviders(choices: readonly (string | ProviderChoice)[], texts: Texts): readonly ProviderInfo[] {
  const shown = choices.map((choice) => {
    const { id, name, mark }: ProviderChoice = typeof choice === "string" ? { id: choice } : choice;
    return { id, name: name ?? nameOf(id, texts), mark };
  });
  const duplicate = shown.find(({ id }, at) => shown.findIndex((other) => other.id === id) !== at);
  if (duplicate) throw new Error(`AuthUiProvider: providers names "${duplicate.id}" twice.`);
  return shown;
}

/** Returns a provider, even if the app no longer offers it. */
export function findProvider(
  id: string,
  { providers, texts }: { readonly providers: readonly ProviderInfo[]; readonly texts: Texts },
): ProviderInfo {
  return providers.find((provider) => provider.id === id) ?? { id, name: nameOf(id, texts) };
}

function nameOf(id: string, { linkedAccounts: { providers } }: Texts): string {
  const known = Object.hasOwn(providers, id) ? providers[id] : undefined;
  return known ?? id.charAt(0).toUpperCase() + id.slice(1);
}
