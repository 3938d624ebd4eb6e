/** The end of an account: asked twice, and proven. */

import { useAuthClient } from "@latchkey/react";
import { type ReactElement, useState } from "react";
import { Alert } from "../primitives/alert.tsx";
import { Button } from "../primitives/button.tsx";
import { Card } from "../primitives/card.tsx";
import { classNames } from "../primitives/class-names.ts";
import { useAuthUi } from "../provider/context.ts";
import { ForUser } from "../session-gate/for-user.tsx";
import { DeleteAccountDialog } from "./delete-account-dialog.tsx";

/** What `DeleteAccountCard` takes. */
export interface DeleteAccountCardProps {
  readonly className?: string;
  /** Instead of going to the sign-in path. */
  onDeleted?(): void;
}

/** Nothing where nobody is signed in. */
export function DeleteAccountCard(props: DeleteAccountCardProps): ReactElement {
  return <ForUser>{({ email }) => <DeleteAccount {...props} email={email} />}</ForUser>;
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
    // Who came by a provider alone has none to type; if that is not known, the server says so.
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
        <Alert tone="success" takesFocus>
          {texts.deleteAccount.mailed}
        </Alert>
      ) : (
        <Button look="danger" busy={step === "looking"} onClick={() => void ask()}>
          {texts.deleteAccount.open}
        </Button>
      )}
      {step === "asked" ? <DeleteAccountDialog email={email} hasPassword={hasPassword} onOutcome={goOn} /> : null}
    </Card>
  );
}
