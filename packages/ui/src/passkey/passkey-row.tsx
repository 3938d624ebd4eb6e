/** The passkey row on the account page. */

import type { ListedPasskey } from "@latchkey/passkey";
import type { ClientError, StoreState } from "@latchkey/react";
import { type ReactElement, useId, useRef, useState } from "react";
import { useAccountState } from "../account/account-state.ts";
import { useIsLastMethod } from "../account/last-method.ts";
import { useRecoveryNoticeId } from "../account/recovery-cooldown.ts";
import { Button } from "../primitives/button.tsx";
import { isRetryable } from "../primitives/error-panel.tsx";
import { Row } from "../primitives/row.tsx";
import { Skeleton } from "../primitives/skeleton.tsx";
import { useToast } from "../primitives/toast.tsx";
import { useAuthUi } from "../provider/context.ts";
import { useCanCall } from "../provider/use-can-call.ts";
import { useCapabilities } from "../provider/use-capabilities.ts";
import { isGuest } from "../session-gate/is-guest.ts";
import { fill } from "../texts/texts.ts";
import { PasskeyList } from "./passkey-list.tsx";
import { addPaths, usePasskeyClient, usePasskeySupport, usePasskeyUi } from "./ui.ts";

/** The client with the plugin's store hook. */
interface WithPasskeys {
  usePasskeys(): StoreState<readonly ListedPasskey[]>;
}

/**
 * The user's passkeys, each with a menu, and a button to add one. Put it into `Rows`. Renders nothing for guests, for a
 * server without passkeys, and if the browser can't use passkeys and there are none to remove.
 */
export function PasskeyRow(): ReactElement | null {
  const client = usePasskeyClient();
  const capabilities = useCapabilities();
  const canList = useCanCall()("/passkey/list-user-passkeys");
  const user = client.useSession().data?.user;
  if (!user || isGuest(user) || (capabilities && !capabilities.plugins.passkey) || !canList) return null;
  return <OwnPasskeys key={user.id} />;
}

function OwnPasskeys(): ReactElement | null {
  const client = usePasskeyClient();
  const { texts } = useAuthUi();
  const { settings } = usePasskeyUi().texts;
  const isSupported = usePasskeySupport();
  const max = useCapabilities()?.plugins.passkey?.max;
  const { data, error, isPending, refetch } = (client as unknown as WithPasskeys).usePasskeys();
  const showToast = useToast();
  const account = useAccountState();
  const isLast = useIsLastMethod(data?.length === 1);
  const blockedBy = useRecoveryNoticeId();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<ClientError | null>(null);
  const noteId = useId();
  const addButton = useRef<HTMLButtonElement>(null);
  const isFull = max !== undefined && (data?.length ?? 0) >= max;
  const add = async (): Promise<void> => {
    setBusy(true);
    setProblem(null);
    const result = await client.passkey.add();
    setBusy(false);
    if (result.error) return setProblem(result.error);
    showToast({ text: settings.addedDone });
    void account.reload();
  };
  if (isPending && !data) return <Row label={settings.title} value={<Skeleton width="160px" />} />;
  if (!data) {
    const retry =
      error && !isRetryable(error) ? null : (
        <Button variant="secondary" size="small" onClick={() => void refetch()}>
          {texts.tryAgain}
        </Button>
      );
    return <Row label={settings.title} value="" error={error} actions={retry} />;
  }
  if (!isSupported && data.length === 0) return null;
  return (
    <Row
      label={settings.title}
      value={
        data.length === 0 ? (
          <span className="lk-muted">{settings.none}</span>
        ) : (
          <>
            {isFull && max ? (
              <p id={noteId} className="lk-note">
                {fill(settings.full, { max: String(max) })}
              </p>
            ) : null}
            <PasskeyList
              passkeys={data}
              isLast={isLast}
              blockedBy={blockedBy}
              fallbackFocus={addButton}
              onRemoved={() => void account.reload()}
            />
          </>
        )
      }
      error={problem}
      actions={
        isSupported ? (
          <Button
            ref={addButton}
            path={addPaths}
            variant="secondary"
            size="small"
            busy={busy}
            blocked={isFull || blockedBy !== undefined}
            aria-describedby={isFull ? noteId : blockedBy}
            onClick={() => void add()}
          >
            {settings.add}
          </Button>
        ) : null
      }
    />
  );
}
