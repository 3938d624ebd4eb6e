/** Assembles the One Tap plugin. */

import type { Plugin } from "@latchkey/core";
import { definePlugin, providerClientIds } from "@latchkey/core/plugin";
import type { OneTapTypes } from "./contract.ts";
import { oneTapCallback, oneTapNonce } from "./endpoints.ts";
import { oneTapErrors } from "./errors.ts";
import { checkOneTapOptions, type OneTapOptions } from "./options.ts";

/** The plugin that `oneTap` returns. */
export interface OneTapPlugin extends Plugin<OneTapTypes> {
  readonly id: "one-tap";
}

/**
 * Signs users in with Google One Tap or Google's button. Needs the `google` provider.
 *
 * @throws {Error} if an option is unknown
 */
export function oneTap(options: OneTapOptions = {}): OneTapPlugin {
  checkOneTapOptions(options);
  const { clientId } = options;
  return definePlugin<OneTapPlugin>({
    id: "one-tap",
    endpoints: { oneTapCallback: oneTapCallback(options), oneTapNonce },
    errors: oneTapErrors,
    capabilities: (_, isCallable) => ({
      signIn: { oneTap: clientId !== undefined && isCallable("oneTapCallback") ? { clientId } : null },
    }),
    init(context) {
      const clientIds = providerClientIds(context, "google");
      if (!clientIds) {
        throw new Error("oneTap needs the google provider. Set socialProviders.google to its client ID and secret.");
      }
      if (clientId !== undefined && !clientIds.includes(clientId)) {
        throw new Error(
          `oneTap.clientId is "${clientId}", which isn't a client ID of socialProviders.google. Add it to socialProviders.google.clientId, which can be a list.`,
        );
      }
    },
  });
}
