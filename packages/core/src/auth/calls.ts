/** Core's calls, from the contracts of its features. */

import type { AccountCalls } from "../features/account/contract.ts";
import type { ChangeEmailCalls } from "../features/change-email/contract.ts";
import type { EmailPasswordCalls } from "../features/email-password/contract.ts";
import type { EmailVerificationCalls } from "../features/email-verification/contract.ts";
import type { PagesCalls } from "../features/pages/contract.ts";
import type { PasswordCalls } from "../features/password/contract.ts";
import type { SessionCalls } from "../features/session/contract.ts";
import type { SocialCalls } from "../features/social/contract.ts";
import type { UpkeepCalls } from "../features/upkeep/contract.ts";
import type { ServerCalls } from "../plugin/contract.ts";
import type { CoreModels, Models } from "../plugin/types.ts";

/** Core's calls, with a contract each. */
export interface CoreCalls<M extends Models = CoreModels>
  extends SessionCalls<M>,
    EmailPasswordCalls<M>,
    EmailVerificationCalls<M>,
    PasswordCalls<M>,
    ChangeEmailCalls,
    AccountCalls<M>,
    SocialCalls<M>,
    PagesCalls,
    UpkeepCalls {}

/** Names that better-auth has for calls with another name here. */
export interface OtherNames {
  readonly listUserAccounts: "listAccounts";
  readonly linkSocialAccount: "linkSocial";
  readonly requestPasswordResetCallback: "resetPasswordCallback";
  readonly error: "errorPage";
}

type OtherCalls<M extends Models> = {
  readonly [K in keyof OtherNames]: CoreCalls<M>[OtherNames[K]]["server"];
};

/** Core's calls as `auth.api` has them. */
export interface CoreApi<M extends Models = CoreModels> extends ServerCalls<CoreCalls<M>>, OtherCalls<M> {}
