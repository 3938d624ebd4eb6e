/** Sends the verification email again, with a cooldown. */

import { type ClientError, useAuthClient } from "@latchkey/react";
import { useState } from "react";
import { retryAfterOf, useCooldown } from "../primitives/use-cooldown.ts";
import { fill, type Texts } from "../texts/texts.ts";

export interface ResendState {
  readonly busy: boolean;
  readonly isSent: boolean;
  /** Seconds until another email can be requested. */
  readonly left: number;
  readonly error: ClientError | null;
  send(email: string): Promise<{ readonly error: ClientError | null }>;
}

/**
 * Returns the state of the resend button, and a function to send the email.
 * @param getCallbackURL returns where the link in the email leads
 * @param pause seconds before another email can be requested
 */
export function useResend(getCallbackURL: () => string, pause: number): ResendState {
  const client = useAuthClient();
  const { refetch } = client.useSession();
  const [busy, setBusy] = useState(false);
  const [isSent, setSent] = useState(false);
  const cooldown = useCooldown(false, pause);
  const [error, setError] = useState<ClientError | null>(null);

  const send: ResendState["send"] = async (email) => {
    setBusy(true);
    const result = await client.sendVerificationEmail({ email, callbackURL: getCallbackURL() });
    setBusy(false);
    setError(result.error);
    setSent(!result.error);
    // The session is outdated, because the email was verified or changed elsewhere.
    if (result.error && isStale(result.error)) void refetch();
    const wait = retryAfterOf(result.error);
    if (!result.error || wait !== undefined) cooldown.start(wait);
    return result;
  };
  return { busy, isSent, left: cooldown.left, error, send };
}

function isStale({ code }: ClientError): boolean {
  return code === "EMAIL_ALREADY_VERIFIED" || code === "EMAIL_MISMATCH";
}

/** Label of the button that sends the email again. */
export function resendLabel({ verifyEmail, changeEmail }: Texts, left: number): string {
  return left > 0 ? fill(changeEmail.resendIn, { seconds: String(left) }) : verifyEmail.resend;
}
