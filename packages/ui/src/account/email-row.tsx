/** The row for the email: whether it's verified, a pending change, and the dialog to change it. */

import { type ClientError, useAuthClient } from "@latchkey/react";
import { type ReactElement, type ReactNode, useRef, useState } from "react";
import { Badge } from "../primitives/badge.tsx";
import { Button } from "../primitives/button.tsx";
import { Email } from "../primitives/email.tsx";
import { Row, type RowDialogProps } from "../primitives/row.tsx";
import { retryAfterOf, useCooldown } from "../primitives/use-cooldown.ts";
import { useAuthUi } from "../provider/context.ts";
import { useCapabilities } from "../provider/use-capabilities.ts";
import type { SignedInUser } from "../session-gate/with-user.tsx";
import { errorText, fill } from "../texts/texts.ts";
import { type AccountState, useAccountState } from "./account-state.ts";
import { ChangeEmailDialog, emailChangeCall, isPlaceholder } from "./change-email-dialog.tsx";

type PendingEmail = NonNullable<AccountState["pendingEmail"]>;

export interface EmailRowProps {
  readonly user: SignedInUser;
}

export function EmailRow({ user }: EmailRowProps): ReactElement {
  const client = useAuthClient();
  const { texts, paths } = useAuthUi();
  const words = texts.changeEmail;
  const capabilities = useCapabilities();
  const state = useAccountState();
  const verification = useMailer(() =>
    client.sendVerificationEmail({ email: user.email, callbackURL: paths.emailVerified }),
  );
  const pending = state.data?.pendingEmail ?? null;
  const editButton = useRef<HTMLButtonElement>(null);
  const cancellation = useCancellation(state.reload, () => editButton.current?.focus());
  const isNone = isPlaceholder(user.email);
  const canVerify = (capabilities ? capabilities.email.verification : capabilities === null) && !isNone;
  const canChange = capabilities !== undefined && canChangeEmail(capabilities?.email.change, user);
  const dialog = canChange
    ? {
        edit: isNone ? texts.account.add : words.change,
        dialog: (props: RowDialogProps) =>
          props.open ? <ChangeEmailDialog {...props} user={user} onRequested={() => void state.reload()} /> : null,
      }
    : {};
  const error = verification.error ?? cancellation.error;
  return (
    <Row
      label={texts.email}
      value={<EmailValue user={user} showStatus={canVerify} />}
      hint={
        <EmailHint
          isSent={verification.isSent}
          email={user.email}
          pendingEmail={pending?.email ?? null}
          canceledEmail={cancellation.canceledEmail}
        />
      }
      error={error ? errorText(texts, error) : null}
      editRef={editButton}
      actions={
        canVerify && !user.emailVerified && !pending ? (
          <MailButton mailer={verification}>{verification.isSent ? words.resend : words.sendLink}</MailButton>
        ) : null
      }
      hintActions={
        pending && canChange ? (
          <>
            <ResendChange key={pending.email} {...pending} />
            {capabilities?.email.cancelChange ? (
              <Button
                variant="secondary"
                size="small"
                busy={cancellation.busy}
                onClick={() => cancellation.cancel(pending.email)}
              >
                {words.cancelChange}
              </Button>
            ) : null}
          </>
        ) : null
      }
      {...dialog}
    />
  );
}

/** Servers with `immediate` can only change emails that aren't verified. */
function canChangeEmail(change: string | undefined, user: SignedInUser): boolean {
  return change === "immediate" ? !user.emailVerified : change !== "off";
}

function EmailValue({ user, showStatus }: EmailRowProps & { readonly showStatus: boolean }): ReactElement {
  const words = useAuthUi().texts.changeEmail;
  if (isPlaceholder(user.email)) return <span className="lk-muted">{words.none}</span>;
  return (
    <span className="lk-value-line">
      <Email value={user.email} />
      {showStatus ? (
        <Badge tone={user.emailVerified ? "success" : "warning"}>
          {user.emailVerified ? words.verified : words.unverified}
        </Badge>
      ) : null}
    </span>
  );
}

interface EmailHintProps {
  readonly isSent: boolean;
  readonly email: string;
  readonly pendingEmail: string | null;
  /** The new email of a change that was just canceled. */
  readonly canceledEmail: string | null;
}

/** The region exists from the start, because screen readers miss regions that appear with their text. */
function EmailHint({ isSent, email, pendingEmail, canceledEmail }: EmailHintProps): ReactElement {
  const words = useAuthUi().texts.changeEmail;
  const text = pendingEmail
    ? fill(words.pending, { newEmail: pendingEmail })
    : isSent
      ? fill(words.linkSent, { email })
      : canceledEmail && fill(words.canceled, { newEmail: canceledEmail });
  return <span role="status">{text}</span>;
}

interface Cancellation {
  readonly busy: boolean;
  readonly canceledEmail: string | null;
  readonly error: ClientError | null;
  cancel(newEmail: string): void;
}

/** @param onGone runs when the button is about to disappear */
function useCancellation(reload: () => Promise<void>, onGone: () => void): Cancellation {
  const client = useAuthClient();
  const { refetch } = client.useSession();
  const [busy, setBusy] = useState(false);
  const [canceledEmail, setCanceledEmail] = useState<string | null>(null);
  const [error, setError] = useState<ClientError | null>(null);
  const cancel = async (newEmail: string): Promise<void> => {
    setBusy(true);
    const result = await client.cancelEmailChange();
    // The link was opened elsewhere, so the email may have changed.
    const isOver = result.error?.code === "EMAIL_CHANGE_NOT_FOUND";
    if (isOver) await refetch();
    if (isOver || !result.error) {
      onGone();
      await reload();
    }
    setBusy(false);
    setError(result.error);
    setCanceledEmail(result.error ? null : newEmail);
  };
  return { busy, canceledEmail, error, cancel: (newEmail) => void cancel(newEmail) };
}

interface Mailer {
  readonly busy: boolean;
  readonly isSent: boolean;
  readonly error: ClientError | null;
  /** Seconds until another email can be requested. */
  readonly left: number;
  send(): void;
}

function useMailer(call: () => Promise<{ readonly error: ClientError | null }>): Mailer {
  const { refetch } = useAuthClient().useSession();
  const cooldown = useCooldown();
  const [busy, setBusy] = useState(false);
  const [isSent, setSent] = useState(false);
  const [error, setError] = useState<ClientError | null>(null);
  const send = async (): Promise<void> => {
    setBusy(true);
    const result = await call();
    setBusy(false);
    setError(result.error);
    setSent(!result.error);
    const wait = retryAfterOf(result.error);
    if (!result.error || wait !== undefined) cooldown.start(wait);
    // The email was verified or changed elsewhere.
    else if (["EMAIL_ALREADY_VERIFIED", "EMAIL_MISMATCH", "EMAIL_IS_THE_SAME"].includes(result.error.code)) {
      void refetch();
    }
  };
  return { busy, isSent, error, left: cooldown.left, send: () => void send() };
}

function MailButton({ mailer, children }: { readonly mailer: Mailer; readonly children: ReactNode }): ReactElement {
  const { changeEmail } = useAuthUi().texts;
  return (
    <Button variant="secondary" size="small" busy={mailer.busy} blocked={mailer.left > 0} onClick={mailer.send}>
      {mailer.left > 0 ? fill(changeEmail.resendIn, { seconds: String(mailer.left) }) : children}
    </Button>
  );
}

/** Sends the link for a pending change again. Users who lost their mailbox confirm this with a second factor again. */
function ResendChange({ email, confirmWith }: PendingEmail): ReactElement {
  const client = useAuthClient();
  const { texts, paths } = useAuthUi();
  const mailer = useMailer(() => emailChangeCall(client, paths, email, confirmWith ?? undefined));
  return (
    <>
      <MailButton mailer={mailer}>{texts.changeEmail.resend}</MailButton>
      {mailer.error ? (
        <span className="lk-note lk-note-error" role="alert">
          {errorText(texts, mailer.error)}
        </span>
      ) : null}
    </>
  );
}
