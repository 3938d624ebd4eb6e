/** What the last login method plugin adds to an app's types. It has no calls to the server. */

import type { PluginTypes } from "@latchkey/core/plugin";

/** The functions as they appear on the client. They read and clear a cookie of this page. */
export interface LastLoginMethodClient {
  /**
   * Returns the method that this browser signed in with last: `email`, `username`, the ID of a provider, … `null` if
   * there's none, or on a server.
   */
  getLastUsedLoginMethod(): string | null;
  /** Whether this browser signed in with this method last. */
  isLastUsedLoginMethod(method: string): boolean;
  /** Makes the browser forget the method. */
  clearLastUsedLoginMethod(): void;
}

interface LastLoginMethodFields {
  /** The method of the user's last sign-in. Only with `storeInDatabase`. */
  readonly lastLoginMethod?: string | null;
}

/** What the plugin adds to an app's types. */
export interface LastLoginMethodTypes extends PluginTypes {
  readonly user: LastLoginMethodFields;
  readonly client: LastLoginMethodClient;
}

/** The plugin's part of `GET /capabilities`. */
export interface LastLoginMethodCapabilities {
  /** Name of the cookie that scripts can read. */
  readonly cookieName: string;
}

declare global {
  interface LatchkeyCapabilities {
    readonly "last-login-method"?: LastLoginMethodCapabilities;
  }
}
