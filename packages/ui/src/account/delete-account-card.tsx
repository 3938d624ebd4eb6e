/** The card for deleting the account, which asks for confirmation and a password. */

import { useAuthClient } from "@latchkey/react";
import { type ReactElement, useState } from "react";
import { Alert } from "../primitives/alert.tsx";
import { Button } from "../primitives/button.tsx";
import { Card } from "../primitives/card.tsx";
import { classNames } from "../primitives/class-names.ts";
import { useAuthUi } from "../provider/context.ts";
import { WithUser } from "../session-gate/with-user.tsx";
import { DeleteAccountDialog } from "./delete-account-dialog.tsx";

/** Props of `DeleteAccountCard`. */
export interface DeleteAccountCardProps {
  readonly className?: string;
  /** Runs after the account is deleted. Default: navigates to the sign-in path. */
  onDeleted?(): void;
}

/** Lets users delete their account. Renders nothing if no one is signed in. */
export function DeleteAccountCard(props: DeleteAccountCardProps): ReactElement {
  return <WithUser>{({ email }) => <DeleteAccount {...props} email={email} />}</WithUser>;
}

interface DeleteAccountProps extends DeleteAccountCardProps {
  readonly email: string;
}

function DeleteAccount({ email, className, onDeleted }: DeleteAccountProps): ReactElement {
  const client = useAuthClient();
  const { texts, paths, navigate } = useAuthUi();
  const [step, setStep] = useState<"idle" | "looking" | "asked" | "mailed">("idle");
  const [hasPassword, setHasPassword] = useState(true);
  const ask = async (): Promise<void> => {
    setStep("looking");
    const { data } = await client.listAccounts();
    // Users who only sign in with a provider have no password. If that isn't known, the server's response says so.
    setHasPassword(!data || data.some(({ providerId }) => providerId === "credential"));
    setStep("asked");
  };
  const goOn = (outcome: "deleted" | "mailed" | "closed"): void => {
    setStep(outcome === "mailed" ? "mailed" : "idle");
    if (outcome === "deleted") (onDeleted ?? (() => navigate(paths.signIn)))();
  };
  return (
    <Card
      wide
      title={texts.deleteAccount.title}
      subtitle={texts.deleteAccount.subtitle}
      className={classNames("lk-card-danger", className)}
    >
      {step === "mailed" ? (
        <Alert tone="success" focusOnMount>
          {texts.deleteAccount.mailed}
        </Alert>
      ) : (
        <Button variant="destructive" busy={step === "looking"} onClick={() => void ask()}>
          {texts.deleteAccount.open}
        </Button>
      )}
      {step === "asked" ? <DeleteAccountDialog email={email} hasPassword={hasPassword} onOutcome={goOn} /> : null}
    </Card>
  );
}
