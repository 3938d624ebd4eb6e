/** The types that the plugin adds to an app and to its client. */

import type { Call, CallEnvironment, OptionalCall, PluginTypes } from "@latchkey/core";
import type { WebhookErrorCode } from "./errors.ts";
import type { RebuildReport } from "./mirror/rebuild.ts";
import type { WebhookAnswer } from "./webhooks/receive.ts";

/** A call that takes the sender's request as it came, its body unread. */
export interface WebhookCall extends CallEnvironment {
  readonly request: Request;
}

/** As `auth.api` has it. */
export interface BillingApi {
  /** What the route `/billing/webhooks` does, for a route of the app's own. */
  readonly receiveWebhook: Call<WebhookCall, WebhookAnswer, WebhookErrorCode>;
  /** Makes the mirror anew from the deliveries that were recorded. Only on the server. */
  readonly rebuildBilling: OptionalCall<object, RebuildReport, never>;
}

/** What the plugin adds to the types of an app. */
export interface BillingTypes extends PluginTypes {
  readonly api: BillingApi;
}
