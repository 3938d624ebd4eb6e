/** Sends the verification email again, with a cooldown. */

import { type ClientError, useAuthClient } from "@latchkey/react";
import { useEffect, useRef, useState } from "react";

export interface ResendState {
  readonly busy: boolean;
  /** Whether an email was sent. Another one can be requested once `isCoolingDown` is false. */
  readonly isSent: boolean;
  readonly isCoolingDown: boolean;
  readonly error: ClientError | null;
  send(email: string): Promise<{ readonly error: ClientError | null }>;
}

/**
 * @param getCallbackURL returns where the link in the email leads
 * @param pause seconds before another email can be requested
 */
export function useResend(getCallbackURL: () => string, pause: number): ResendState {
  const client = useAuthClient();
  const { refetch } = client.useSession();
  const [busy, setBusy] = useState(false);
  const [isSent, setSent] = useState(false);
  const [isWaiting, setWaiting] = useState(false);
  const [error, setError] = useState<ClientError | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  const send: ResendState["send"] = async (email) => {
    setBusy(true);
    const result = await client.sendVerificationEmail({ email, callbackURL: getCallbackURL() });
    setBusy(false);
    setError(result.error);
    setSent(!result.error);
    // The session is outdated, because the email was verified or changed elsewhere.
    if (result.error && isStale(result.error)) void refetch();
    if (result.error) return result;
    setWaiting(true);
    timer.current = setTimeout(() => setWaiting(false), pause * 1000);
    return result;
  };
  return { busy, isSent, isCoolingDown: isWaiting, error, send };
}

function isStale({ code }: ClientError): boolean {
  return code === "EMAIL_ALREADY_VERIFIED" || code === "EMAIL_MISMATCH";
}
