/** Opens the dialogs that show a QR code or send a code. They ask for the password first, if the user has one. */

import type { ClientError } from "@latchkey/react";
import type { TwoFactorMethod } from "@latchkey/two-factor";
import { useState } from "react";
import { useAccountState } from "../account/account-state.ts";
import { useTwoFactorClient } from "./client.ts";
import { type Enrollment, useStartEnrollment } from "./set-up-dialog.tsx";

/** What the rows' buttons and menus open. */
export type Action = TwoFactorMethod | "codes" | "uri" | "off";

/** The open dialog, with what the server has returned for it already. */
export type OpenDialog =
  | { readonly action: TwoFactorMethod; readonly started: Enrollment | null }
  | { readonly action: "uri"; readonly totpURI: string | null }
  | { readonly action: "codes" | "off" };

/** State of opening a dialog. */
export interface Opening {
  readonly dialog: OpenDialog | null;
  /** The dialog that opens once the server has responded. */
  readonly pending: Action | null;
  /** Why a dialog couldn't open. */
  readonly problem: { readonly action: Action; readonly error: ClientError } | null;
  open(action: Action): void;
  close(): void;
}

type Loaded = readonly [dialog: OpenDialog, error: null] | readonly [dialog: null, error: ClientError];

/** If the server requires users without a password to reauthenticate, the dialog of `AuthUiProvider` asks them to. */
export function useOpening(): Opening {
  const { twoFactor } = useTwoFactorClient();
  const startEnrollment = useStartEnrollment();
  const hasPassword = useAccountState().data?.hasPassword ?? true;
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const [pending, setPending] = useState<Action | null>(null);
  const [problem, setProblem] = useState<Opening["problem"]>(null);
  const loadUri = async (): Promise<Loaded> => {
    const { data, error } = await twoFactor.getTotpUri({});
    return data ? [{ action: "uri", totpURI: data.totpURI }, null] : [null, error];
  };
  const enroll = async (action: TwoFactorMethod): Promise<Loaded> => {
    const { data, error } = await startEnrollment(action, {});
    return data ? [{ action, started: data }, null] : [null, error];
  };
  const load = async (action: TwoFactorMethod | "uri"): Promise<void> => {
    setPending(action);
    const [dialog, error] = await (action === "uri" ? loadUri() : enroll(action));
    setPending(null);
    setDialog(dialog);
    setProblem(error && { action, error });
  };
  return {
    dialog,
    pending,
    problem,
    open(action) {
      if (pending !== null) return;
      setProblem(null);
      if (action === "codes" || action === "off") setDialog({ action });
      else if (!hasPassword) void load(action);
      else setDialog(action === "uri" ? { action, totpURI: null } : { action, started: null });
    },
    close: () => setDialog(null),
  };
}
