/** Rules for providers that aren't in the app's configuration, such as the identity providers of organizations. */

import type { Transaction } from "../../database/adapter.ts";
import type { RequestContext } from "../../kernel/context.ts";
import type { AccountRow } from "../../tables/account.ts";
import type { UserRow } from "../../tables/user.ts";
import type { ProviderIdentity } from "./provider-identity.ts";

/**
 * Decides who can sign in with a provider, and what their accounts and sessions contain. Without a policy, the provider
 * is one that the app has configured and trusts.
 */
export interface SignInPolicy<Plan = unknown> {
  /** A sign-in fails if this changes between its start and its callback, because the provider is no longer the same. */
  readonly revision: string;
  /** Values for columns that plugins added to accounts. */
  readonly accountFields: Readonly<Record<string, unknown>>;
  /** Values for columns that plugins added to sessions. */
  readonly sessionFields: Readonly<Record<string, unknown>>;
  /**
   * Checks a verified identity. Returns it with anything that the policy itself vouches for.
   * @throws {SocialError} if the identity can't sign in
   */
  checkIdentity(context: RequestContext, identity: ProviderIdentity): Promise<ProviderIdentity>;
  /**
   * Checks the account that the identity has been linked to before.
   * @throws {SocialError} if it can't sign in
   */
  checkAccount(context: RequestContext, account: AccountRow, user: UserRow): Promise<void>;
  /** Returns the factors that the provider itself has checked, in addition to `provider`. Default: none. */
  provenFactors?(identity: ProviderIdentity): readonly string[];
  /** Whether an identity can be linked to the user with the same email. */
  canLink(user: UserRow): boolean;
  /** Reads what `complete` needs. Called before the transaction. @param user isn't stored yet if it's a new user */
  prepare(context: RequestContext, user: UserRow, identity: ProviderIdentity): Promise<Plan>;
  /** Called in the transaction that signs the user in, before the session is created. */
  complete(tx: Transaction, context: RequestContext, user: UserRow, plan: Plan): Promise<void>;
  /** Trial sign-ins, which only show what the provider returns. Without this, trials are off. */
  readonly trial?: SignInTrial;
}

/** A trial sign-in with a provider, which doesn't sign anyone in. */
export interface SignInTrial {
  /** The revision that trials start with. It must differ from the policy's revision. */
  readonly revision: string;
  /**
   * Called with the verified identity.
   * @throws {SocialError} if the identity couldn't sign in
   */
  accept(context: RequestContext, identity: ProviderIdentity): Promise<void>;
  /** Called with the error if a trial fails before there's an identity. */
  reject(context: RequestContext, code: string): Promise<void>;
}
