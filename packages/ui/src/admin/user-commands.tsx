/** Opens the dialogs of actions on users, and runs the actions. */

import { type ReactElement, type ReactNode, useRef, useState } from "react";
import { useToast } from "../primitives/toast.tsx";
import { useAuthUi } from "../provider/context.ts";
import { errorText, fill } from "../texts/texts.ts";
import { type AdminResult, type ManagedUser, nameOf, useAdminClient } from "./client.ts";
import { BanDialog } from "./dialogs/ban-dialog.tsx";
import { ImpersonateDialog } from "./dialogs/impersonate-dialog.tsx";
import { PasswordDialog } from "./dialogs/password-dialog.tsx";
import { RemoveDialog } from "./dialogs/remove-dialog.tsx";
import { ResetTwoFactorDialog } from "./dialogs/reset-two-factor-dialog.tsx";
import { RolesDialog } from "./dialogs/roles-dialog.tsx";
import { SignOutDialog } from "./dialogs/sign-out-dialog.tsx";
import { useAdminUi } from "./plugin.tsx";
import type { CommandDialogProps, StartCommand, UserCommand, UserOperation } from "./user-command.ts";

interface Options {
  /** Runs when an action on a single user succeeded. */
  onDone(operation: UserOperation): Promise<void> | void;
  /** Runs an action on several users. Default: runs it only on the first user. */
  onBulk?(users: readonly ManagedUser[], operation: UserOperation): void;
}

interface OpenCommand {
  readonly command: UserCommand;
  readonly users: readonly ManagedUser[];
  readonly note: ReactNode;
}

interface Commands {
  start: StartCommand;
  /** The open dialog. */
  readonly dialog: ReactNode;
}

/** Returns a function that starts actions, and the dialog to render. */
export function useUserCommands({ onDone, onBulk }: Options): Commands {
  const client = useAdminClient();
  const show = useToast();
  const { texts } = useAuthUi();
  const { ban } = useAdminUi().texts;
  const [open, setOpen] = useState<OpenCommand | null>(null);
  const opener = useRef<HTMLElement | null>(null);
  const close = (): void => setOpen(null);
  const runOne = async (user: ManagedUser, operation: UserOperation): Promise<AdminResult> => {
    const result = await operation.run(user);
    if (result.error) return result;
    close();
    show({ text: operation.done });
    await onDone(operation);
    return result;
  };
  const run = (users: readonly ManagedUser[], operation: UserOperation): Promise<AdminResult> => {
    const [first] = users;
    if (users.length === 1 && first) return runOne(first, operation);
    close();
    onBulk?.(users, operation);
    return Promise.resolve({ error: null });
  };
  const unban = async (user: ManagedUser): Promise<void> => {
    const { error } = await runOne(user, {
      run: ({ id: userId }) => client.admin.unbanUser({ userId }),
      done: fill(ban.unbanned, { name: nameOf(user) }),
    });
    if (error) show({ text: errorText(texts, error), tone: "destructive" });
  };
  const start: StartCommand = (command, users, from, note = null) => {
    opener.current = from;
    const [user] = users;
    if (command === "unban" && user) void unban(user);
    else setOpen({ command, users, note });
  };
  const Dialog = open ? dialogs[open.command] : null;
  return {
    start,
    dialog:
      Dialog && open ? (
        <Dialog
          users={open.users}
          note={open.note}
          returnFocusTo={opener}
          run={(operation) => run(open.users, operation)}
          onClose={close}
        />
      ) : null,
  };
}

const dialogs: Readonly<Record<UserCommand, ((props: CommandDialogProps) => ReactElement | null) | null>> = {
  impersonate: ImpersonateDialog,
  setRole: RolesDialog,
  signOut: SignOutDialog,
  ban: BanDialog,
  unban: null,
  remove: RemoveDialog,
  setPassword: PasswordDialog,
  resetTwoFactor: ResetTwoFactorDialog,
};
