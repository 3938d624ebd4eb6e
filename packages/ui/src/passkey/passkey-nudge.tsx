/** Asks users who signed in with a password to add a passkey. */

import type { ClientError } from "@latchkey/react";
import { type ReactElement, useEffect, useRef, useState } from "react";
import { AuthCard, type AuthPageProps } from "../auth/auth-card.tsx";
import { ErrorAlert } from "../primitives/alert.tsx";
import { Button } from "../primitives/button.tsx";
import { Icon } from "../primitives/icons.tsx";
import { useAuthUi } from "../provider/context.ts";
import { useCanCall } from "../provider/use-can-call.ts";
import { addPaths, type PasskeyClient, usePasskeyClient, usePasskeyUi } from "./ui.ts";

/** Props for `PasskeyNudge`. */
export interface PasskeyNudgeProps extends AuthPageProps {
  /** Runs when the user is done, or right away if there's nothing to ask. */
  onDone(): void;
}

const storageKey = "latchkey.passkey-nudge";
/** How long "Not now" lasts in milliseconds: 30 days. */
const dismissDuration = 30 * 24 * 60 * 60 * 1000;
/** How long a browser has to add a passkey automatically, in milliseconds. */
const upgradeTimeout = 3000;

/**
 * Asks users without a passkey to add one. Doesn't ask if the device has no screen lock, or for 30 days after "Not
 * now". A browser that can add a passkey automatically, because it just filled in the password, does so first.
 */
export function PasskeyNudge({ onDone, ...frame }: PasskeyNudgeProps): ReactElement {
  const client = usePasskeyClient();
  const { texts } = useAuthUi();
  const { nudge } = usePasskeyUi().texts;
  const canAsk = useCanCall()(["/account-state", ...addPaths]);
  const [isAsking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<ClientError | null>(null);
  const done = useRef(onDone);
  done.current = onDone;
  useEffect(() => {
    if (canAsk === undefined) return;
    let isCurrent = true;
    void (canAsk ? shouldAsk(client) : Promise.resolve(false)).then((isNeeded) => {
      if (!isCurrent) return;
      if (isNeeded) setAsking(true);
      else done.current();
    });
    return () => {
      isCurrent = false;
    };
  }, [client, canAsk]);
  const add = async (): Promise<void> => {
    setBusy(true);
    setError(null);
    const result = await client.passkey.add();
    setBusy(false);
    if (!result.error || result.error.code === "ALREADY_REGISTERED") onDone();
    else setError(result.error);
  };
  const dismiss = (): void => {
    remember();
    onDone();
  };
  if (!isAsking) return <AuthCard {...frame} title={texts.loading} pending />;
  return (
    <AuthCard key="nudge" {...frame} title={nudge.title} subtitle={nudge.text} focusOnMount>
      <div className="lk-form">
        <ErrorAlert error={error} />
        <Button icon={<Icon name="fingerprint" />} busy={busy} onClick={() => void add()}>
          {nudge.add}
        </Button>
        <Button variant="ghost" onClick={dismiss}>
          {nudge.later}
        </Button>
      </div>
    </AuthCard>
  );
}

async function shouldAsk(client: PasskeyClient): Promise<boolean> {
  if (!("PublicKeyCredential" in globalThis) || wasDismissed()) return false;
  const hasLock = await PublicKeyCredential.isUserVerifyingPlatformAuthenticatorAvailable?.().catch(() => false);
  if (!hasLock) return false;
  const { data } = await client.accountState();
  if (data?.passkeys !== 0) return false;
  if (!(await canUpgrade())) return true;
  // Some browsers say that they can, but never respond.
  const timer = setTimeout(() => client.passkey.cancel(), upgradeTimeout);
  const { error } = await client.passkey.upgrade();
  clearTimeout(timer);
  return error !== null;
}

/** Whether the browser can add passkeys automatically. */
async function canUpgrade(): Promise<boolean> {
  const known = (PublicKeyCredential as { getClientCapabilities?(): Promise<Record<string, boolean>> })
    .getClientCapabilities;
  return known !== undefined && (await known.call(PublicKeyCredential).catch(() => null))?.conditionalCreate === true;
}

function wasDismissed(): boolean {
  try {
    const at = Number(localStorage.getItem(storageKey));
    return at > 0 && Date.now() - at < dismissDuration;
  } catch {
    return false;
  }
}

function remember(): void {
  try {
    localStorage.setItem(storageKey, String(Date.now()));
  } catch {
    // Storage can be disabled.
  }
}
