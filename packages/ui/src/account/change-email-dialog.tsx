/** The dialog to change the email. It asks for the new email, then explains the next step. */

import { type AnyReactClient, type ClientError, useAuthClient } from "@latchkey/react";
import { type ReactElement, useState } from "react";
import { Checkbox } from "../primitives/checkbox.tsx";
import { Field } from "../primitives/field.tsx";
import { FormDialog } from "../primitives/form-dialog.tsx";
import type { RowDialogProps } from "../primitives/row.tsx";
import { useToast } from "../primitives/toast.tsx";
import { textOf, useForm } from "../primitives/use-form.ts";
import { useAuthUi } from "../provider/context.ts";
import type { AuthPaths } from "../provider/types.ts";
import { useCapabilities } from "../provider/use-capabilities.ts";
import type { SignedInUser } from "../session-gate/with-user.tsx";
import { fill, type Texts } from "../texts/texts.ts";
import { useAccountState } from "./account-state.ts";

export interface ChangeEmailDialogProps extends RowDialogProps {
  readonly user: SignedInUser;
  /** Runs when the server has accepted the new email. */
  onRequested(): void;
}

const fieldByErrorCode = {
  INVALID_EMAIL: "newEmail",
  EMAIL_IS_THE_SAME: "newEmail",
  COULDNT_UPDATE_YOUR_EMAIL: "newEmail",
};

/** Name of the checkbox for users who lost access to their mailbox. */
const lostName = "lost";

/**
 * Whether the email is a placeholder. Users whose provider doesn't share an email have one that can't receive messages.
 */
export function isPlaceholder(email: string): boolean {
  return email.endsWith(".invalid");
}

/** Requests an email change, or another link for a pending one. */
export function emailChangeCall(
  client: AnyReactClient,
  paths: AuthPaths,
  newEmail: string,
  confirmWith?: "second-factor",
): Promise<{ readonly error: ClientError | null }> {
  const callbackURL = `${paths.emailVerified}?for=change`;
  return client.changeEmail({ newEmail, callbackURL, ...(confirmWith ? { confirmWith } : {}) });
}

/** What the user has to do next. `null` in the first step. */
type NextStep = string | null;

export function ChangeEmailDialog(props: ChangeEmailDialogProps): ReactElement {
  const { user, open, onRequested, onClose, returnFocusTo } = props;
  const client = useAuthClient();
  const { texts, paths } = useAuthUi();
  const words = texts.changeEmail;
  const showToast = useToast();
  const capabilities = useCapabilities();
  const canVerify = capabilities?.email.verification ?? true;
  const canReportLostMailbox =
    useHasSecondFactor() && user.emailVerified && capabilities?.email.secondFactorConfirms === true;
  const [next, setNext] = useState<NextStep>(null);
  const form = useForm(async (values) => {
    const newEmail = textOf(values, "newEmail").trim();
    const isLost = values.get(lostName) === "on";
    const result = await emailChangeCall(client, paths, newEmail, isLost ? "second-factor" : undefined);
    if (result.error) return result;
    // The response doesn't say whether the email changed or needs a confirmation first. The session does.
    const session = await client.getSession();
    const now = session.data?.user ?? user;
    onRequested();
    if (now.email === newEmail.toLowerCase() && !canVerify) {
      showToast({ text: fill(words.changedUnverified, { newEmail: now.email }) });
      onClose();
    } else setNext(isLost ? fill(words.askedNew, { newEmail }) : nextStep(texts, newEmail, now));
    return result;
  }, fieldByErrorCode);
  return (
    <FormDialog
      open={open}
      title={next ? words.sentTitle : isPlaceholder(user.email) ? words.addTitle : words.submit}
      text={next ?? words.text}
      submit={next ? words.done : words.submit}
      {...(next ? { dismiss: null } : {})}
      busy={form.busy}
      problem={form.problem}
      returnFocusTo={returnFocusTo}
      onSubmit={(event) => {
        event.preventDefault();
        if (next) onClose();
        else form.onSubmit(event);
      }}
      onClose={onClose}
    >
      {next ? null : (
        <>
          <Field
            label={words.newEmail}
            name="newEmail"
            type="email"
            autoComplete="off"
            required
            error={form.fieldErrors.newEmail}
          />
          {canReportLostMailbox ? <Checkbox name={lostName} label={fill(words.lost, { email: user.email })} /> : null}
        </>
      )}
    </FormDialog>
  );
}

/** Whether the user has two-factor authentication or a passkey, if the server has those plugins. */
function useHasSecondFactor(): boolean {
  const { twoFactor, passkeys = 0 } = (useAccountState().data ?? {}) as FactorState;
  return (twoFactor ?? null) !== null || passkeys > 0;
}

interface FactorState {
  readonly twoFactor?: object | null;
  readonly passkeys?: number;
}

interface EmailState {
  readonly email: string;
  readonly emailVerified: boolean;
}

function nextStep({ changeEmail }: Texts, newEmail: string, user: EmailState): string {
  if (user.email === newEmail.toLowerCase()) return fill(changeEmail.changed, { newEmail: user.email });
  // The link goes to the last verified email, which might be the previous one.
  return fill(user.emailVerified ? changeEmail.asked : changeEmail.askedBefore, { email: user.email, newEmail });
}
