/** Defines providers. */

import { checkProvider } from "./check-provider.ts";
import { createConnection } from "./connect.ts";
import type { ConfiguredProvider } from "./connection.ts";
import { createFlows } from "./create-flows.ts";
import type { SocialProvider } from "./provider.ts";

/** Creates a provider for the `providers` option. `createAuth` checks it. */
export function defineProvider(provider: SocialProvider): ConfiguredProvider {
  return {
    ...provider,
    connect(configured, { option, production, settings }) {
      checkProvider(option, configured, production);
      return createFlows(createConnection(configured), settings);
    },
  };
}

/** Creates a built-in provider. No custom provider can use its ID. */
export function defineBuiltIn(provider: SocialProvider): ConfiguredProvider {
  return { ...defineProvider(provider), builtIn: true };
}
