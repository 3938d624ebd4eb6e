/** An action on one or several users. */

import type { ReactNode, RefObject } from "react";
import type { AdminResult, ManagedUser } from "./client.ts";

/** An action with its own dialog, except `unban`, which runs right away. */
export type UserCommand =
  | "impersonate"
  | "setRole"
  | "signOut"
  | "ban"
  | "unban"
  | "remove"
  | "setPassword"
  | "resetTwoFactor";

/** Starts an action. `opener` gets focus back. The dialog shows `note`. */
export type StartCommand = (
  command: UserCommand,
  users: readonly ManagedUser[],
  opener: HTMLElement | null,
  note?: ReactNode,
) => void;

/** What is done to each user. */
export interface UserOperation {
  run(user: ManagedUser): Promise<AdminResult>;
  /** The success message for a single user. */
  readonly done: string;
  /** Whether it deletes the user. */
  readonly removes?: boolean;
}

/** Props of a dialog. */
export interface CommandDialogProps {
  readonly users: readonly ManagedUser[];
  /** Shown above the fields, such as which selected users are skipped. */
  readonly note: ReactNode;
  readonly returnFocusTo: RefObject<HTMLElement | null>;
  /** Runs the operation. For a single user, it returns the error, and the dialog shows it. */
  run(operation: UserOperation): Promise<AdminResult>;
  onClose(): void;
}
