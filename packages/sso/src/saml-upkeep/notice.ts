/** The contents of a notice about a SAML provider. */

import type { MailSender, User } from "@latchkey/core/plugin";

/** The reason for a notice. */
export type SsoProviderNoticeReason = "certificate-expiring" | "metadata-changed" | "metadata-rejected";

/** A notice about an identity provider. */
export interface SsoProviderNotice {
  readonly reason: SsoProviderNoticeReason;
  readonly providerId: string;
  /** The provider's name. */
  readonly name: string;
  readonly organizationId: string;
  /** The user who registered it. `null` if they no longer exist, or the app itself registered it. */
  readonly user: User | null;
  /** When the last of its certificates expires. After that, no one can sign in with it. */
  readonly certificatesExpireAt: Date | null;
}

/** The app's function that sends the notice. */
export type SendProviderNotice = MailSender<SsoProviderNotice>;
