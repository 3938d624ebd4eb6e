/** The end of an account: asked twice, and proven. */

import { useAuthClient } from "@latchkey/react";
import { type ReactElement, useState } from "react";
import { Alert } from "../primitives/alert.tsx";
import { Button } from "../primitives/button.tsx";
import { Card } from "../primitives/card.tsx";
import { useAuthUi } from "../provider/context.ts";
import { DeleteAccountDialog } from "./delete-account-dialog.tsx";

export interface DeleteAccountCardProps {
  readonly className?: string;
  /** Instead of going to the sign-in path. */
  onDeleted?(): void;
}

/** Nothing where nobody is signed in. */
export function DeleteAccountCard({ className, onDeleted }: DeleteAccountCardProps): ReactElement | null {
  const client = useAuthClient();
  const { texts, paths, navigate } = useAuthUi();
  const email = client.useSession().data?.user.email;
  const [step, setStep] = useState<"idle" | "looking" | "asked" | "mailed">("idle");
  const [hasPassword, setHasPassword] = useState(true);
  if (email === undefined) return null;
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
      className={className ? `lk-card-danger ${className}` : "lk-card-danger"}
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
