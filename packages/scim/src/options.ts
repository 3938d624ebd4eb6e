/** Options for `scim` and their defaults. */

import { checkInteger, checkOptionNames, type OptionNames } from "@latchkey/core/plugin";
import type { Deprovisioning } from "./tables.ts";

/** Options for `scim`. */
export interface ScimOptions {
  /** Role for new members, unless the connection sets a different one. Default: `member`. */
  readonly defaultRole?: string;
  /**
   * What happens to members that the directory deactivates or deletes, unless the connection overrides it. Suspended
   * members keep their role and can be reinstated. Default: `suspend`.
   */
  readonly deprovision?: Deprovisioning;
  /** Maximum number of users per connection, and also of groups per connection. Default: 50000. */
  readonly maxUsers?: number;
  /** Maximum number of connections per organization. Default: 5. */
  readonly maxConnections?: number;
}

/** The options with defaults filled in. */
export type ScimSettings = Required<ScimOptions>;

const optionNames: OptionNames<ScimOptions> = {
  defaultRole: true,
  deprovision: true,
  maxUsers: true,
  maxConnections: true,
};

/** @throws {Error} if an option is invalid. The message names the option. */
export function resolveScim(options: ScimOptions): ScimSettings {
  checkOptionNames("scim", options, optionNames);
  const { defaultRole = "member", deprovision = "suspend", maxUsers = 50_000, maxConnections = 5 } = options;
  if (deprovision !== "suspend" && deprovision !== "remove") {
    throw new Error(`scim.deprovision is "${String(deprovision)}". Use "suspend" or "remove".`);
  }
  return {
    defaultRole,
    deprovision,
    maxUsers: checkInteger("scim.maxUsers", maxUsers, { min: 1, max: 1_000_000 }),
    maxConnections: checkInteger("scim.maxConnections", maxConnections, { min: 1, max: 100 }),
  };
}
