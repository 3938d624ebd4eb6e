/** Values that the management calls share. */

import { type InputField, input } from "@latchkey/core/plugin";

/** The client stores that a change affects. */
export const scimStores: readonly string[] = ["scimConnections"];

/** The rate limit for changes to connections and tokens. */
export const changeLimit = { window: 60, max: 20 } as const;

const year = 31_536_000;

/** Input field for the number of seconds until a token expires, which is at least an hour. */
export const expiresInField: InputField<number> = input.jsonInteger({ min: 3600, max: 10 * year });
