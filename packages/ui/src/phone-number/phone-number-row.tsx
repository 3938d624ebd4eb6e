/** The phone number row on the account page. */

import { type ReactElement, type RefObject, useId, useRef, useState } from "react";
import { useAccountState } from "../account/account-state.ts";
import { useIsLastMethod } from "../account/last-method.ts";
import { useRecoveryNoticeId } from "../account/recovery-cooldown.ts";
import { Button } from "../primitives/button.tsx";
import { ConfirmDialog } from "../primitives/confirm-dialog.tsx";
import { Row } from "../primitives/row.tsx";
import { useToast } from "../primitives/toast.tsx";
import { useAuthUi } from "../provider/context.ts";
import { useCapabilities } from "../provider/use-capabilities.ts";
import { isGuest } from "../session-gate/is-guest.ts";
import { errorText, fill, isolateLtr } from "../texts/texts.ts";
import { PhoneNumberDialog } from "./phone-number-dialog.tsx";
import { removePhoneNumber, usePhoneNumberClient, usePhoneNumberUi } from "./ui.ts";

interface UserWithPhone {
  readonly phoneNumber?: string | null;
}

/**
 * Lets users add, change, and remove their phone number. Put it into `Rows`. Renders nothing for guests, for a server
 * without phone numbers, and if the server can't verify a number and the user has none to remove.
 */
export function PhoneNumberRow(): ReactElement | null {
  const client = usePhoneNumberClient();
  const capabilities = useCapabilities();
  const user = client.useSession().data?.user;
  const { label, settings } = usePhoneNumberUi().texts;
  const changeButton = useRef<HTMLButtonElement>(null);
  const number = (user as UserWithPhone | undefined)?.phoneNumber ?? null;
  const isLast = useIsLastMethod(number !== null, "phone");
  const reasonId = useId();
  const blockedBy = useRecoveryNoticeId();
  if (!user || isGuest(user) || (capabilities && !capabilities.plugins["phone-number"])) return null;
  const canVerify = capabilities ? capabilities.signIn.phone !== null : true;
  if (!canVerify && number === null) return null;
  return (
    <Row
      label={label}
      value={number === null ? <span className="lk-muted">{settings.none}</span> : <bdi dir="ltr">{number}</bdi>}
      hint={isLast ? <span id={reasonId}>{settings.last}</span> : undefined}
      actions={
        number === null ? null : (
          <RemoveButton
            number={number}
            reasonId={isLast ? reasonId : blockedBy}
            returnFocusTo={canVerify ? changeButton : undefined}
          />
        )
      }
      editRef={changeButton}
      blockedBy={blockedBy}
      edit={number === null ? settings.add : settings.change}
      {...(canVerify ? { dialog: (props) => (props.open ? <PhoneNumberDialog {...props} /> : null) } : {})}
    />
  );
}

interface RemoveButtonProps {
  readonly number: string;
  /** Id of the text that says why the number can't be removed. */
  readonly reasonId: string | undefined;
  /** Gets the focus afterward, because this button is gone. */
  readonly returnFocusTo: RefObject<HTMLElement | null> | undefined;
}

function RemoveButton({ number, reasonId, returnFocusTo }: RemoveButtonProps): ReactElement {
  const client = usePhoneNumberClient();
  const { texts } = useAuthUi();
  const { label, settings } = usePhoneNumberUi().texts;
  const showToast = useToast();
  const account = useAccountState();
  const [isOpen, setOpen] = useState(false);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const openButton = useRef<HTMLButtonElement>(null);
  const focusAfter = useRef<HTMLElement | null>(null);
  const remove = async (): Promise<void> => {
    setBusy(true);
    const { error } = await removePhoneNumber(client);
    setBusy(false);
    if (error) return setProblem(errorText(texts, error));
    // This button is about to disappear with the number.
    focusAfter.current = returnFocusTo?.current ?? null;
    setOpen(false);
    showToast({ text: settings.removed });
    void account.reload();
  };
  const open = (): void => {
    setProblem(null);
    focusAfter.current = openButton.current;
    setOpen(true);
  };
  return (
    <>
      <Button
        ref={openButton}
        variant="secondary"
        size="small"
        blocked={reasonId !== undefined}
        aria-label={fill(texts.fieldAction, { action: settings.remove, name: label })}
        aria-describedby={reasonId}
        onClick={open}
      >
        {settings.remove}
      </Button>
      <ConfirmDialog
        open={isOpen}
        title={fill(settings.removeTitle, { phoneNumber: isolateLtr(number) })}
        text={settings.removeText}
        confirm={settings.remove}
        busy={busy}
        error={problem}
        returnFocusTo={focusAfter}
        onConfirm={() => void remove()}
        onClose={() => setOpen(false)}
      />
    </>
  );
}
