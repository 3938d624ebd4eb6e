/** The plugins for single sign-on and directories, and a fake DNS lookup that returns the TXT record the app asked for. */

import type { ResolveTxt } from "@latchkey/core/plugin";
import { scim } from "@latchkey/scim";
import type { OpenSqlite } from "@latchkey/sql/sqlite";
import { sso } from "@latchkey/sso";

/** Creates the plugins. Identity providers can run on this machine. */
export function singleSignOnPlugins() {
  return [sso({ allowPrivateURLs: true }), scim()] as const;
}

/**
 * Returns a fake DNS lookup. It responds as if every organization had added the TXT record that the app showed it, so
 * any domain can be verified. Never use it outside of this app.
 */
export function localDns(database: OpenSqlite): ResolveTxt {
  return async (name) => {
    const domain = name.slice(name.indexOf(".") + 1);
    const rows = database.prepare("SELECT token FROM ssoDomain WHERE domain = ?").all(domain as never);
    return (rows as readonly { readonly token: string }[]).map(({ token }) => [token]);
  };
}
