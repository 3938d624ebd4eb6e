/** The passkey in the second step of a sign-in. */

import type { ClientError } from "@latchkey/react";
import { type ReactElement, useEffect, useState } from "react";
import { ErrorAlert } from "../primitives/alert.tsx";
import { Button } from "../primitives/button.tsx";
import { Icon } from "../primitives/icons.tsx";
import type { SecondFactorFormProps } from "../provider/sign-in-method.ts";
import { usePasskeyClient, usePasskeyUi } from "./ui.ts";

/** Waits for a press, because browsers open the dialog only after one. */
export function PasskeySecondFactor({ onEnd, onSignedIn }: SecondFactorFormProps): ReactElement {
  const client = usePasskeyClient();
  const { secondFactor } = usePasskeyUi().texts;
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<ClientError | null>(null);
  useEffect(() => () => client.passkey.cancel(), [client]);
  const press = async (): Promise<void> => {
    setBusy(true);
    setError(null);
    const result = await client.passkey.verifySecondFactor();
    setBusy(false);
    if (!result.error) onSignedIn();
    else if (result.error.code === "CHALLENGE_NOT_FOUND") onEnd(result.error);
    else setError(result.error);
  };
  return (
    <div className="lk-form">
      <ErrorAlert error={error} />
      <Button autoFocus icon={<Icon name="fingerprint" />} busy={busy} onClick={() => void press()}>
        {secondFactor.submit}
      </Button>
    </div>
  );
}
