/** The names of all options of `createAuth`. Plugins check their own. */

import type { DeleteUserOptions } from "../features/account/options.ts";
import type { ChangeEmailOptions } from "../features/change-email/options.ts";
import type { EmailVerificationOptions } from "../features/email-verification/options.ts";
import type { AccountLinkingOptions, AccountOptions } from "../features/social/options.ts";
import { providerOptionNames } from "../features/social/providers/option-names.ts";
import type { CookieAttributes } from "../http/cookies.ts";
import type { LogOptions } from "../kernel/log.ts";
import type { OptionNames } from "../kernel/option-names.ts";
import type { RateLimitRule } from "../kernel/settings.ts";
import type { EndpointHooks, TableHooks, WriteHooks } from "./hooks.ts";
import type {
  AdvancedOptions,
  AuthOptions,
  CookieCacheOptions,
  EmailAndPasswordOptions,
  IpAddressOptions,
  RateLimitOptions,
  SessionOptions,
  StorageCacheOptions,
  UserOptions,
} from "./options.ts";

const emailAndPassword: OptionNames<EmailAndPasswordOptions> = {
  enabled: true,
  disableSignUp: true,
  requireEmailVerification: true,
  minPasswordLength: true,
  maxPasswordLength: true,
  refuseOwnNames: true,
  autoSignIn: true,
  onExistingUserSignUp: true,
  // An app's hasher can have additional methods.
  password: true,
  sendResetPassword: true,
  resetPasswordTokenExpiresIn: true,
  revokeSessionsOnPasswordReset: true,
  onPasswordReset: true,
  sendPasswordChanged: true,
};

const emailVerification: OptionNames<EmailVerificationOptions> = {
  sendVerificationEmail: true,
  sendOnSignUp: true,
  sendOnSignIn: true,
  autoSignInAfterVerification: true,
  expiresIn: true,
  confirmPage: true,
  afterEmailVerification: true,
};

const accountLinking: OptionNames<AccountLinkingOptions> = {
  enabled: true,
  trustedProviders: true,
  allowDifferentEmails: true,
  allowUnverifiedEmails: true,
  allowUnlinkingAll: true,
  updateUserInfoOnLink: true,
};

const account: OptionNames<AccountOptions> = { accountLinking, encryptOAuthTokens: true };

const changeEmail: OptionNames<ChangeEmailOptions> = {
  enabled: true,
  sendChangeEmailConfirmation: true,
  sendEmailChanged: true,
  verifyNewFirst: true,
  secondFactorConfirms: true,
};

const deleteUser: OptionNames<DeleteUserOptions> = {
  enabled: true,
  sendDeleteAccountVerification: true,
  deleteTokenExpiresIn: true,
  beforeDelete: true,
  afterDelete: true,
};

const user: OptionNames<UserOptions> = { additionalFields: true, changeEmail, deleteUser, sendSecurityNotice: true };

const cookieCache: OptionNames<CookieCacheOptions> = { enabled: true, maxAge: true, version: true };
const storageCache: OptionNames<StorageCacheOptions> = { enabled: true, maxAge: true };

const session: OptionNames<SessionOptions> = {
  expiresIn: true,
  updateAge: true,
  freshAge: true,
  freshBy: true,
  absoluteExpiresIn: true,
  disableSessionRefresh: true,
  bearerHeader: true,
  cookieCache,
  storageCache,
  additionalFields: true,
};

const rule: OptionNames<RateLimitRule> = { window: true, max: true };

const rateLimit: OptionNames<RateLimitOptions> = {
  enabled: true,
  storage: true,
  window: true,
  max: true,
  customRules: { "*": rule },
  passwordGuesses: rule,
};

const logger: OptionNames<LogOptions> = { level: true, disabled: true, log: true };
const hooks: OptionNames<EndpointHooks> = { before: true, after: true };
const writeHooks: OptionNames<WriteHooks> = { inTransaction: true, afterCommit: true, onFailure: true };
const tableHooks: OptionNames<TableHooks> = { create: writeHooks, update: writeHooks, delete: writeHooks };

const cookieAttributes: OptionNames<CookieAttributes> = {
  path: true,
  domain: true,
  httpOnly: true,
  secure: true,
  sameSite: true,
  partitioned: true,
};

const ipAddress: OptionNames<IpAddressOptions> = {
  trustedProxies: true,
  ipAddressHeaders: true,
  disableIpTracking: true,
};

const advanced: OptionNames<AdvancedOptions> = {
  cookiePrefix: true,
  useSecureCookies: true,
  crossSubDomainCookies: { enabled: true, domain: true },
  defaultCookieAttributes: cookieAttributes,
  cookies: { "*": cookieAttributes },
  ipAddress,
  bodyLimit: true,
  disableOriginCheck: true,
};

/** The names of the options of `createAuth`, nested ones included. */
export const authOptionNames: OptionNames<AuthOptions> = {
  appName: true,
  baseURL: true,
  basePath: true,
  secret: true,
  secrets: true,
  database: true,
  secondaryStorage: true,
  emailAndPassword,
  emailVerification,
  // Unknown providers have a separate error.
  genericOAuthPaths: true,
  socialProviders: { ...providerOptionNames, "*": true },
  providers: true,
  account,
  plugins: true,
  user,
  session,
  trustedOrigins: true,
  errorURL: true,
  rateLimit,
  audit: { enabled: true, retentionDays: true },
  logger,
  hooks,
  databaseHooks: { "*": tableHooks },
  disabledPaths: true,
  advanced,
  clock: true,
  random: true,
  fetch: true,
  publicFetch: true,
  resolveTxt: true,
};
