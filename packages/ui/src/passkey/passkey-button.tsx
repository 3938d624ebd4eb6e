/**
 * The button that signs in with a passkey. While it's on the page, the browser also offers passkeys in the email field.
 */

import type { ClientError } from "@latchkey/react";
import { type ReactElement, useEffect, useRef, useState } from "react";
import { ErrorAlert } from "../primitives/alert.tsx";
import { Button } from "../primitives/button.tsx";
import type { MethodButtonProps } from "../provider/sign-in-method.ts";
import { useCapabilities } from "../provider/use-capabilities.ts";
import { type PasskeyClient, usePasskeyClient, usePasskeySupport } from "./ui.ts";

/** Renders nothing in a browser without passkeys. */
export function PasskeyButton(props: MethodButtonProps): ReactElement | null {
  return usePasskeySupport() ? <SupportedPasskeyButton {...props} /> : null;
}

function SupportedPasskeyButton({ variant, label, icon, onTry, onResponse }: MethodButtonProps): ReactElement {
  const client = usePasskeyClient();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<ClientError | null>(null);
  const hasAutofill = useCapabilities()?.signIn.passkey?.autofill === true;
  const offer = useOffer(client, hasAutofill, onResponse, setError);
  const press = async (): Promise<void> => {
    onTry();
    setBusy(true);
    setError(null);
    const result = await client.signIn.passkey();
    setBusy(false);
    setError(result.error);
    if (result.data) onResponse(result.data);
    else offer();
  };
  return (
    <>
      <ErrorAlert error={error} />
      <Button variant={variant} icon={icon} fullWidth busy={busy} onClick={() => void press()}>
        {label}
      </Button>
    </>
  );
}

/**
 * Offers passkeys in the email field. Pressing the button ends the offer, so it starts again after a failed attempt.
 */
function useOffer(
  client: PasskeyClient,
  isOn: boolean,
  onResponse: (response: object) => void,
  onError: (error: ClientError) => void,
): () => void {
  const latest = useRef({ onResponse, onError });
  latest.current = { onResponse, onError };
  const isMounted = useRef(false);
  const offer = async (): Promise<void> => {
    if (!isOn || !isMounted.current) return;
    const { data, error } = await client.signIn.passkey({ autoFill: true });
    if (!isMounted.current) return;
    if (data) latest.current.onResponse(data);
    // The user didn't start the offer, so don't report that it ended.
    else if (!quiet.includes(error.code)) latest.current.onError(error);
    // The user picked a passkey that doesn't work, and can pick another one.
    if (error && unusable.includes(error.code)) void offer();
  };
  const start = useRef(offer);
  start.current = offer;
  useEffect(() => {
    if (!isOn) return;
    isMounted.current = true;
    void start.current();
    return () => {
      isMounted.current = false;
      client.passkey.cancel();
    };
  }, [client, isOn]);
  return () => void start.current();
}

const quiet: readonly string[] = [
  "AUTH_CANCELLED",
  "NOT_SUPPORTED",
  "NETWORK_ERROR",
  "TOO_MANY_REQUESTS",
  "SERVICE_UNAVAILABLE",
  "INTERNAL_SERVER_ERROR",
];
const unusable: readonly string[] = ["AUTHENTICATION_FAILED", "PASSKEY_NOT_FOUND", "CHALLENGE_NOT_FOUND"];
