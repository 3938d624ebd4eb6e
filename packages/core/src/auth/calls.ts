/** Core's calls, combined from the contracts of its features. */

import type { AccountCalls } from "../features/account/contract.ts";
import type { CapabilitiesCalls } from "../features/capabilities/contract.ts";
import type { ChangeEmailCalls } from "../features/change-email/contract.ts";
import type { EmailPasswordCalls } from "../features/email-password/contract.ts";
import type { EmailVerificationCalls } from "../features/email-verification/contract.ts";
import type { MaintenanceCalls } from "../features/maintenance/contract.ts";
import type { PagesCalls } from "../features/pages/contract.ts";
import type { PasswordCalls } from "../features/password/contract.ts";
import type { SessionCalls } from "../features/session/contract.ts";
import type { SocialCalls } from "../features/social/contract.ts";
import type { ServerCalls } from "../plugin/contract.ts";
import type { CoreModels, Models } from "../plugin/types.ts";

/** The contracts of core's calls. */
export interface CoreCalls<M extends Models = CoreModels>
  extends SessionCalls<M>,
    EmailPasswordCalls<M>,
    EmailVerificationCalls<M>,
    PasswordCalls<M>,
    ChangeEmailCalls<M>,
    AccountCalls<M>,
    SocialCalls<M>,
    PagesCalls,
    CapabilitiesCalls,
    MaintenanceCalls {}

/** Names that better-auth uses for calls that are named differently here. */
export interface BetterAuthAliases {
  /** The same as `listAccounts`. */
  readonly listUserAccounts: "listAccounts";
  /** The same as `linkSocial`. */
  readonly linkSocialAccount: "linkSocial";
  /** The same as `resetPasswordCallback`. */
  readonly requestPasswordResetCallback: "resetPasswordCallback";
  /** The same as `errorPage`. */
  readonly error: "errorPage";
}

type AliasCalls<M extends Models> = {
  readonly [K in keyof BetterAuthAliases]: CoreCalls<M>[BetterAuthAliases[K]]["server"];
};

/** Core's calls in `auth.api`. */
export interface CoreApi<M extends Models = CoreModels> extends ServerCalls<CoreCalls<M>>, AliasCalls<M> {}
