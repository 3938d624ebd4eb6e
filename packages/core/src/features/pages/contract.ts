/** The calls that every handler has. */

import type { WithOptionalQuery } from "../../http/call.ts";
import type { PageCall, PublicQuery } from "../../plugin/contract.ts";

/** Query of the error page. */
export interface ErrorPageQuery {
  readonly error?: string | undefined;
}

/** The calls that every handler has. */
export interface PagesCalls {
  /** Responds while the process is running. */
  readonly ok: PublicQuery<void, { readonly ok: true }>;
  /** Shows a page with an error code, for redirects that can't return to the app. */
  readonly errorPage: PageCall<ErrorPageQuery, WithOptionalQuery<ErrorPageQuery>>;
}
