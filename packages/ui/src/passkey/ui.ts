/** The passkey settings of the UI, and the client that its components need. */

import type { CoreModels } from "@latchkey/core/plugin";
import type { PasskeyTypes } from "@latchkey/passkey";
import { type AnyReactClient, useAuthClient } from "@latchkey/react";
import { useSyncExternalStore } from "react";
import { useUiPlugin } from "../provider/plugin.ts";
import { MissingSetup } from "../provider/setup-boundary.tsx";
import type { UiPlugin } from "../provider/types.ts";
import type { PasskeyTexts } from "./texts.ts";

/** The passkey settings of the UI. */
export interface PasskeyUi extends UiPlugin {
  readonly id: "passkey";
  readonly texts: PasskeyTexts;
}

/** Returns the passkey settings. Throws if the provider lacks `passkeyUi()`. */
export const usePasskeyUi = (): PasskeyUi => useUiPlugin<PasskeyUi>("passkey", "passkeyUi()");

/** A client of an app with passkeys. */
export type PasskeyClient = AnyReactClient & (PasskeyTypes & { readonly $app: CoreModels })["client"];

/** @throws {MissingSetup} if the client lacks `passkeyClient()`, which talks to the browser */
export function usePasskeyClient(): PasskeyClient {
  const client = useAuthClient<PasskeyClient>();
  if (!Object.hasOwn(client.$stores, "passkeys")) {
    throw new MissingSetup(
      "Passkey components need passkeyClient() in createAuthClient({ plugins: […] }).",
      'import { passkeyClient } from "@latchkey/passkey/client";',
    );
  }
  return client;
}

const never = (): (() => void) => () => {};

/** Whether the browser can create and use passkeys. `false` on a server. */
export function usePasskeySupport(): boolean {
  return useSyncExternalStore(
    never,
    () => "PublicKeyCredential" in globalThis && "credentials" in navigator,
    () => false,
  );
}

/** The calls that add a passkey. */
export const addPaths: readonly string[] = ["/passkey/generate-register-options", "/passkey/verify-registration"];
