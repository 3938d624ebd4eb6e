/** Asking for the verification mail once more: not too often, and with an answer. */

import { type ClientError, useAuthClient } from "@latchkey/react";
import { useEffect, useRef, useState } from "react";

export interface Resend {
  readonly busy: boolean;
  /** A mail is on its way; another one can be asked for when `isWaiting` is over. */
  readonly isSent: boolean;
  readonly isWaiting: boolean;
  readonly error: ClientError | null;
  send(email: string): Promise<{ readonly error: ClientError | null }>;
}

/**
 * @param callbackURL where the link of the mail leads
 * @param pause seconds until it can be asked for again
 */
export function useResend(callbackURL: string, pause: number): Resend {
  const client = useAuthClient();
  const { refetch } = client.useSession();
  const [busy, setBusy] = useState(false);
  const [isSent, setSent] = useState(false);
  const [isWaiting, setWaiting] = useState(false);
  const [error, setError] = useState<ClientError | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  const send: Resend["send"] = async (email) => {
    setBusy(true);
    const result = await client.sendVerificationEmail({ email, callbackURL });
    setBusy(false);
    setError(result.error);
    setSent(!result.error);
    // The session that is shown is an old one: the address was proven, or replaced, elsewhere.
    if (result.error && isStale(result.error)) void refetch();
    if (result.error) return result;
    setWaiting(true);
    timer.current = setTimeout(() => setWaiting(false), pause * 1000);
    return result;
  };
  return { busy, isSent, isWaiting, error, send };
}

function isStale({ code }: ClientError): boolean {
  return code === "EMAIL_ALREADY_VERIFIED" || code === "EMAIL_MISMATCH";
}
