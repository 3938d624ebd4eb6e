/** The providers that an app offers, with their names. */

import type { Capabilities } from "@latchkey/client/capabilities";
import type { ReactNode } from "react";
import type { Texts } from "../texts/texts.ts";

/** A provider with a custom name or logo. */
export interface ProviderChoice {
  /** The server's id: the key in `socialProviders`, or the id of a custom provider. */
  readonly id: string;
  /** Default: the name from the texts, the server's name, or the capitalized id. */
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

/** A provider that users can sign in with. */
export interface OfferedProvider extends ProviderInfo {
  /** Whether it creates users who don't have an account yet. */
  readonly signUp: boolean;
}

/** The settings that the app's providers are read from. */
export interface ProviderSource {
  /** The app's providers. `null` for all of the server's. */
  readonly providerChoices: readonly ProviderChoice[] | null;
  readonly texts: Texts;
}

/** @throws {Error} if two providers have the same id */
export function checkChoices(
  choices: readonly (string | ProviderChoice)[] | undefined,
): readonly ProviderChoice[] | null {
  const all = choices?.map((choice): ProviderChoice => (typeof choice === "string" ? { id: choice } : choice));
  const duplicate = all?.find(({ id }, at) => all.findIndex((other) => other.id === id) !== at);
  if (duplicate) throw new Error(`AuthUiProvider: providers contains "${duplicate.id}" twice. Remove one of them.`);
  return all ?? null;
}

/** Returns the app's providers with their names. */
export function resolveProviders({ providerChoices, texts }: ProviderSource): readonly ProviderInfo[] {
  return (providerChoices ?? []).map((choice) => ({
    id: choice.id,
    name: choice.name ?? nameOf(choice.id, texts),
    mark: choice.mark,
  }));
}

/**
 * Returns the server's providers in the app's order. For a server without capabilities, returns the app's providers.
 */
export function offeredProviders(
  { providerChoices, texts }: ProviderSource,
  capabilities: Capabilities | null | undefined,
): readonly OfferedProvider[] {
  if (capabilities === undefined) return [];
  const known = capabilities?.signIn.providers ?? null;
  const choices = providerChoices ?? known?.map(({ id }): ProviderChoice => ({ id })) ?? [];
  return choices.flatMap(({ id, name, mark }) => {
    const found = known?.find((provider) => provider.id === id);
    if (known && !found) return [];
    return [{ id, name: name ?? nameOf(id, texts, found?.name), mark, signUp: found?.signUp ?? true }];
  });
}

/** Returns a provider, even if the app no longer offers it. */
export function findProvider(
  id: string,
  { providers, texts }: { readonly providers: readonly ProviderInfo[]; readonly texts: Texts },
): ProviderInfo {
  return providers.find((provider) => provider.id === id) ?? { id, name: nameOf(id, texts) };
}

function nameOf(id: string, { linkedAccounts: { providers } }: Texts, serverName?: string | null): string {
  const known = Object.hasOwn(providers, id) ? providers[id] : undefined;
  return known ?? serverName ?? id.charAt(0).toUpperCase() + id.slice(1);
}

/** Returns a provider with the app's name for it, or else the server's. */
export function describeProvider(
  id: string,
  ui: { readonly providers: readonly ProviderInfo[]; readonly texts: Texts },
  capabilities: Capabilities | null | undefined,
): ProviderInfo {
  const provider = findProvider(id, ui);
  if (ui.providers.some((provider) => provider.id === id)) return provider;
  const name = capabilities?.signIn.providers.find((provider) => provider.id === id)?.name;
  return name ? { ...provider, name } : provider;
}
