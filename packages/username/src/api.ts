/** The types that the plugin adds to an app and to its client. */

import type { Call, ClientCall, PluginTypes, WithBody } from "@latchkey/core";
import type {
  IsUsernameAvailableInput,
  SignedInByUsername,
  SignInUsernameErrorCode,
  SignInUsernameInput,
  UsernameAvailability,
  UsernameErrorCode,
} from "./inputs.ts";

/** As `auth.api` has it. */
export interface UsernameApi<U, Challenge = never, Refusal extends string = never> {
  /** Checks name and password and makes a session. */
  readonly signInUsername: Call<
    WithBody<SignInUsernameInput>,
    SignedInByUsername<U> | Challenge,
    SignInUsernameErrorCode | Refusal
  >;
  /** Whether nobody has this name. */
  readonly isUsernameAvailable: Call<WithBody<IsUsernameAvailableInput>, UsernameAvailability, UsernameErrorCode>;
}

/** As the client has it. */
export interface UsernameClientCalls<U, Challenge = never, Refusal extends string = never> {
  readonly signIn: {
    readonly username: ClientCall<
      SignInUsernameInput,
      SignedInByUsername<U> | Challenge,
      SignInUsernameErrorCode | Refusal
    >;
  };
  readonly isUsernameAvailable: ClientCall<IsUsernameAvailableInput, UsernameAvailability, UsernameErrorCode>;
}

interface Names {
  /** In lower case; unique. */
  readonly username: string | null;
  /** As it was typed. */
  readonly displayUsername: string | null;
}

interface GivenNames {
  readonly username?: string | undefined;
  readonly displayUsername?: string | undefined;
}

/** What the plugin adds to the types of an app. */
export interface UsernameTypes extends PluginTypes {
  readonly user: Names;
  readonly newUser: GivenNames;
  readonly api: UsernameApi<this["$user"], this["$challenge"], this["$refusal"]>;
  readonly client: UsernameClientCalls<this["$user"], this["$challenge"], this["$refusal"]>;
}
