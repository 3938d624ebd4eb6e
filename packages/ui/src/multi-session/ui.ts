/** The UI settings for several accounts in one browser, and the client that the components need. */

import type { MultiSessionCalls, MultiSessionClient as MultiSessionClientCalls } from "@latchkey/multi-session";
import { type AnyReactClient, type AuthStore, useAuthClient } from "@latchkey/react";
import { useUiPlugin } from "../provider/plugin.ts";
import { MissingSetup } from "../provider/setup-boundary.tsx";
import type { UiPlugin } from "../provider/types.ts";
import { useCanCall } from "../provider/use-can-call.ts";
import { useStoreIf } from "../provider/use-store-if.ts";
import type { MultiSessionTexts } from "./texts.ts";

/** The UI settings for several accounts in one browser. */
export interface MultiSessionUi extends UiPlugin {
  readonly id: "multi-session";
  readonly texts: MultiSessionTexts;
}

/** Returns the settings. Throws if the provider lacks `multiSessionUi()`. */
export const useMultiSessionUi = (): MultiSessionUi => useUiPlugin<MultiSessionUi>("multi-session", "multiSessionUi()");

/** One account of this browser. */
export interface DeviceAccount {
  readonly session: { readonly token: string };
  readonly user: {
    readonly id: string;
    readonly name: string;
    readonly email: string;
    readonly image?: string | null | undefined;
  };
}

interface DeviceSessionsStore {
  readonly $stores: { readonly deviceSessions: AuthStore<readonly DeviceAccount[]> };
}

/** A client of an app with several accounts. */
export type MultiSessionClient = AnyReactClient & MultiSessionClientCalls<MultiSessionCalls> & DeviceSessionsStore;

/** @throws {MissingSetup} if the client lacks `multiSessionClient()`, which has the store of accounts */
export function useMultiSessionClient(): MultiSessionClient {
  const client = useAuthClient<MultiSessionClient>();
  if (!Object.hasOwn(client.$stores, "deviceSessions")) {
    throw new MissingSetup(
      "The list of accounts needs multiSessionClient() in createAuthClient({ plugins: […] }).",
      'import { multiSessionClient } from "@latchkey/multi-session/client";',
    );
  }
  return client;
}

/** Returns the browser's accounts except the active one. */
export function useOtherAccounts(): readonly DeviceAccount[] {
  const client = useMultiSessionClient();
  const active = client.useSession().data?.user.id;
  const canList = useCanCall()("/multi-session/list-device-sessions") === true;
  const { data } = useStoreIf(client.$stores.deviceSessions, canList);
  return data?.filter(({ user }) => user.id !== active) ?? [];
}
