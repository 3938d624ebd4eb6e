/** What a notice about a SAML provider says. */

import type { MailSender, User } from "@latchkey/core/plugin";

/** What happened to a provider. */
export type SsoProviderNoticeReason = "certificate-expiring" | "metadata-changed" | "metadata-rejected";

/** A notice about an identity provider. */
export interface SsoProviderNotice {
  readonly reason: SsoProviderNoticeReason;
  readonly providerId: string;
  /** The provider's name. */
  readonly name: string;
  readonly organizationId: string;
  /** Who registered it. `null` if they no longer exist, or the app itself did. */
  readonly user: User | null;
  /** When the last of its certificates expires. Then no one can sign in with it. */
  readonly certificatesExpireAt: Date | null;
}

/** The app's function that sends the notice. */
export type SendProviderNotice = MailSender<SsoProviderNotice>;
