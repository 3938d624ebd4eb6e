/** The mark on an active session whose device is recognized, with a button to forget the device. */

import type { StoreState } from "@latchkey/react";
import type { KnownDevice } from "@latchkey/step-up";
import { type ReactElement, useRef, useState } from "react";
import { useToast } from "../primitives/toast.tsx";
import { useAuthUi } from "../provider/context.ts";
import type { SessionMarkProps } from "../provider/types.ts";
import { useCanCall } from "../provider/use-can-call.ts";
import { useCapabilities } from "../provider/use-capabilities.ts";
import { isGuest } from "../session-gate/is-guest.ts";
import { NoteWithDetails } from "../sessions/device-row.tsx";
import { errorText, fill } from "../texts/texts.ts";
import { useStepUpClient, useStepUpUi } from "./ui.ts";

/** The client with the plugin's store hook. */
interface WithKnownDevices {
  useKnownDevices(): StoreState<readonly KnownDevice[]>;
}

/**
 * Says that a sign-in on this session's device sends no email. Part of `Devices`. Renders nothing for guests, for
 * devices that aren't recognized, and for an app that sends no such emails.
 */
export function RecognizedDevice(props: SessionMarkProps): ReactElement | null {
  const user = useStepUpClient().useSession().data?.user;
  const isOffered = useCapabilities()?.plugins["step-up"]?.newSignInMails;
  const canList = useCanCall()("/devices/list");
  return user && !isGuest(user) && isOffered && canList ? <Mark {...props} /> : null;
}

function Mark({ sessionId, isCurrent, device, onError }: SessionMarkProps): ReactElement | null {
  const client = useStepUpClient();
  const { texts } = useAuthUi();
  const { devices: words } = useStepUpUi().texts;
  const { data } = (client as unknown as WithKnownDevices).useKnownDevices();
  const showToast = useToast();
  const [busy, setBusy] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const canForget = useCanCall()("/devices/forget") !== false;
  const known = data?.find((device) => device.sessionId === sessionId || (isCurrent && device.current));
  if (!known) return null;
  const forget = async (): Promise<void> => {
    setBusy(true);
    onError?.(null);
    const list = button.current?.closest<HTMLElement>("[tabindex='-1']");
    const { error } = await client.devices.forget({ id: known.id });
    setBusy(false);
    if (error) return onError?.(errorText(texts, error));
    // The button is about to disappear.
    list?.focus();
    showToast({ text: words.forgotten });
  };
  return (
    <NoteWithDetails
      details={[words.text]}
      after={
        canForget ? (
          <button
            ref={button}
            type="button"
            className="lk-link lk-device-forget"
            aria-label={fill(words.forgetLabel, { device })}
            aria-busy={busy || undefined}
            aria-disabled={busy || undefined}
            onClick={busy ? undefined : () => void forget()}
          >
            <span>{words.forget}</span>
            {busy ? <span className="lk-spinner" aria-hidden="true" /> : null}
          </button>
        ) : null
      }
    >
      {words.recognized}
    </NoteWithDetails>
  );
}
