/** The types for ways to reauthenticate. UI plugins can add more ways. */

import type { Capabilities } from "@latchkey/client/capabilities";
import type { ClientError } from "@latchkey/react";
import type { ComponentType } from "react";
import type { IconName } from "../primitives/icons.tsx";

/** A way to confirm that it's the user, for calls that need a recent proof. */
export interface ProofMethod {
  /** Unique, such as `totp`. */
  readonly id: string;
  /** The factor that it proves, as the server names it, such as `two-factor`. */
  readonly factor: string;
  readonly icon: IconName;
  /** Label of the button that chooses it. */
  readonly label: string;
  /** Says what to do. `{email}` is the user's email. */
  readonly text: string;
  readonly submit: string;
  /** Whether this user can use it here. Default: yes. */
  isAvailable?(user: ProofUser): boolean;
  /** A step before the proof, such as sending a code. */
  readonly start?: ProofStart;
  readonly Fields?: ComponentType<ProofFieldsProps>;
  /** Sends the proof. */
  prove(client: object, values: FormData): Promise<ProofResult>;
  /** Maps error codes to input names. */
  readonly fieldByErrorCode?: Readonly<Record<string, string>>;
}

/** What's known about the user who has to confirm. */
export interface ProofUser {
  readonly email: string;
  /** `null` for a server without `GET /capabilities`. */
  readonly capabilities: Capabilities | null;
  /** The response of `GET /account-state`. `null` for a server without it. */
  readonly account: object | null;
}

/** The step before the proof. */
export interface ProofStart {
  readonly text: string;
  readonly submit: string;
  /** Path of the call, if a captcha can protect it. */
  readonly path?: string;
  /** @param options contains the captcha's response */
  run(client: object, user: ProofUser, options: ProofStartOptions): Promise<ProofResult>;
}

/** The second argument of the call that starts a proof. */
export interface ProofStartOptions {
  readonly headers?: Readonly<Record<string, string>>;
}

/** Props of the fields of a `ProofMethod`. */
export interface ProofFieldsProps {
  readonly user: ProofUser;
  /** Errors by input name. */
  readonly errors: Readonly<Record<string, string>>;
}

/** The result of a step. */
export interface ProofResult {
  readonly error: ClientError | null;
}
