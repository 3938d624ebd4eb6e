/** The providers that an app offers, and what they are called. */

import type { ReactNode } from "react";
import type { Texts } from "../texts/texts.ts";

/** A provider that is shown otherwise than by its id. */
export interface ProviderChoice {
  /** As the server knows it: the key in `socialProviders`, or the id of a provider of one's own. */
  readonly id: string;
  /** Default: of the texts, else the id with a capital. */
  readonly name?: string;
  /** A picture of 18 pixels. Default: the mark of the id, else the first letter of the name. */
  readonly mark?: ReactNode;
}

/** One of `AuthUi.providers`. */
export interface ShownProvider {
  readonly id: string;
  readonly name: string;
  /** Default: by the id. */
  readonly mark?: ReactNode;
}

/** @throws {Error} two have the same id */
export function showProviders(choices: readonly (string | ProviderChoice)[], texts: Texts): readonly ShownProvider[] {
  const shown = choices.map((choice) => {
    const { id, name, mark }: ProviderChoice = typeof choice === "string" ? { id: choice } : choice;
    return { id, name: name ?? nameOf(id, texts), mark };
  });
  const double = shown.find(({ id }, at) => shown.findIndex((other) => other.id === id) !== at);
  if (double) throw new Error(`AuthUiProvider: providers names "${double.id}" twice.`);
  return shown;
}

/** One that the app offers, or one that it offers no more. */
export function findProvider(
  id: string,
  { providers, texts }: { readonly providers: readonly ShownProvider[]; readonly texts: Texts },
): ShownProvider {
  return providers.find((provider) => provider.id === id) ?? { id, name: nameOf(id, texts) };
}

function nameOf(id: string, { linkedAccounts: { providers } }: Texts): string {
  const known = Object.hasOwn(providers, id) ? providers[id] : undefined;
  return known ?? id.charAt(0).toUpperCase() + id.slice(1);
}
