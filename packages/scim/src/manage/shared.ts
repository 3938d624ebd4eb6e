/** What the management calls share. */

import { type InputField, input } from "@latchkey/core/plugin";

/** The client stores that a change affects. */
export const scimStores: readonly string[] = ["scimConnections"];

/** Changes of connections and tokens. */
export const changeLimit = { window: 60, max: 20 } as const;

const year = 31_536_000;

/** Seconds until a token expires: at least an hour. */
export const expiresInField: InputField<number> = input.jsonInteger({ min: 3600, max: 10 * year });
