/** The row for the password. Users without one get a link to set it. */

import { type ReactElement, useState } from "react";
import { Button } from "../primitives/button.tsx";
import { Row, type RowDialogProps } from "../primitives/row.tsx";
import { Skeleton } from "../primitives/skeleton.tsx";
import { useAuthUi } from "../provider/context.ts";
import { useCapabilities } from "../provider/use-capabilities.ts";
import type { SignedInUser } from "../session-gate/with-user.tsx";
import { errorText, fill } from "../texts/texts.ts";
import { useAccountState } from "./account-state.ts";
import { isPlaceholder } from "./change-email-dialog.tsx";
import { ChangePasswordDialog } from "./change-password-dialog.tsx";
import { SetPasswordDialog } from "./set-password-dialog.tsx";

export interface PasswordRowProps {
  readonly user: SignedInUser;
}

/** Shown in place of a password. */
const dots = "••••••••";

export function PasswordRow({ user }: PasswordRowProps): ReactElement {
  const { texts } = useAuthUi();
  const words = texts.changePassword;
  const { data, error, isPending, reload } = useAccountState();
  const canChange = useCapabilities()?.password?.change ?? true;
  if (isPending) return <Row label={texts.password} value={<Skeleton width="80px" />} />;
  if (error && error.code !== "NOT_FOUND" && !data) {
    const retry = (
      <Button variant="secondary" size="small" onClick={() => void reload()}>
        {texts.tryAgain}
      </Button>
    );
    return <Row label={texts.password} value="" error={errorText(texts, error)} actions={retry} />;
  }
  // A server without the call doesn't say whether there's a password. Without one, it rejects the change.
  if (data?.hasPassword === false) return <MissingPasswordRow user={user} />;
  const value = <span aria-hidden="true">{dots}</span>;
  if (!canChange) return <Row label={texts.password} value={value} />;
  return (
    <Row
      label={texts.password}
      value={value}
      edit={words.change}
      dialog={(props) => (props.open ? <ChangePasswordDialog {...props} email={user.email} /> : null)}
    />
  );
}

function MissingPasswordRow({ user }: PasswordRowProps): ReactElement {
  const { texts } = useAuthUi();
  const words = texts.changePassword;
  const [isSent, setSent] = useState(false);
  const canSend = (useCapabilities()?.password?.reset ?? true) && !isPlaceholder(user.email);
  if (!canSend) return <Row label={texts.password} value={<span className="lk-muted">{words.setUnavailable}</span>} />;
  return (
    <Row
      label={texts.password}
      value={<span className="lk-muted">{words.none}</span>}
      hint={<span role="status">{isSent ? fill(words.setSent, { email: user.email }) : null}</span>}
      edit={words.set}
      dialog={(props: RowDialogProps) =>
        props.open ? <SetPasswordDialog {...props} email={user.email} onSent={() => setSent(true)} /> : null
      }
    />
  );
}
