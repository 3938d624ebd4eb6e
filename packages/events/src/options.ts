/** Options for `events` and their defaults. */

import { checkInteger, checkOptionNames, type MailSender, type OptionNames, type User } from "@latchkey/core/plugin";

/** An email about a webhook that was turned off, to the user who created it. */
export interface WebhookDisabledMail {
  readonly user: User;
  readonly webhookId: string;
  /** The URL that it sent events to. */
  readonly url: string;
  /** The organization that it belongs to. `null` for the whole site. */
  readonly organizationId: string | null;
  /** `gone` if its server responded with 410. `failing` if no delivery succeeded for five days. */
  readonly reason: "gone" | "failing";
}

/** Options for `events`. */
export interface EventsOptions {
  /** Whether organizations can have their own webhooks. Requires `organization()`. Default: false. */
  readonly organizations?: boolean;
  /** Maximum number of webhooks per organization: 1 to 1000. Default: 20. */
  readonly maxWebhooks?: number;
  /** Days until events and their deliveries are deleted: 7 to 3650. Default: 30. */
  readonly retentionDays?: number;
  /**
   * Whether to sign the audit log every hour, so that `verifyAudit` finds entries that were changed or removed in the
   * database. Needs `jwt()`. Default: false.
   */
  readonly checkpoints?: boolean;
  /** Emails the user who created a webhook when it's turned off because its server is gone or keeps failing. */
  readonly sendWebhookDisabled?: MailSender<WebhookDisabledMail>;
  /**
   * Whether webhooks can have `http` URLs and private addresses, such as `http://localhost:3000`. Only for development:
   * `createAuth` rejects it in production. Default: false.
   */
  readonly allowPrivateURLs?: boolean;
}

/** The options with defaults filled in. */
export interface EventsSettings {
  readonly organizations: boolean;
  readonly maxWebhooks: number;
  /** In milliseconds. */
  readonly retention: number;
  readonly checkpoints: boolean;
  readonly sendWebhookDisabled: MailSender<WebhookDisabledMail> | null;
  readonly allowPrivateURLs: boolean;
}

const optionNames: OptionNames<EventsOptions> = {
  organizations: true,
  maxWebhooks: true,
  retentionDays: true,
  checkpoints: true,
  sendWebhookDisabled: true,
  allowPrivateURLs: true,
};

const day = 86_400_000;

/** @throws {Error} if an option is invalid. The message names the option. */
export function resolveEvents(options: EventsOptions): EventsSettings {
  checkOptionNames("events", options, optionNames);
  const { organizations = false, maxWebhooks = 20, retentionDays = 30, allowPrivateURLs = false } = options;
  return {
    organizations,
    maxWebhooks: checkInteger("events.maxWebhooks", maxWebhooks, { min: 1, max: 1000 }),
    retention: day * checkInteger("events.retentionDays", retentionDays, { min: 7, max: 3650 }),
    checkpoints: options.checkpoints ?? false,
    sendWebhookDisabled: options.sendWebhookDisabled ?? null,
    allowPrivateURLs,
  };
}
