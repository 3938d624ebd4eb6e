/** Defines providers. */

import { createConnection } from "./connect.ts";
import type { ConfiguredProvider } from "./connection.ts";
import type { SocialProvider } from "./provider.ts";

/** Creates a provider for the `providers` option. `createAuth` checks it. */
export function defineProvider(provider: SocialProvider): ConfiguredProvider {
  return { ...provider, connect: createConnection };
}
