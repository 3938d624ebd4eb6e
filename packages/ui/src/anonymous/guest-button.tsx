/** The button that continues without an account. */

import { type ClientError, useAuthClient } from "@latchkey/react";
import { type ReactElement, useRef, useState } from "react";
import { ErrorAlert } from "../primitives/alert.tsx";
import { Button } from "../primitives/button.tsx";
import { useFormCaptchas } from "../provider/plugin.ts";
import type { MethodButtonProps } from "../provider/sign-in-method.ts";
import { isGuest } from "../session-gate/is-guest.ts";
import type { AnonymousClient } from "./ui.ts";

/** Hidden from guests, because they already have a guest account. */
export function GuestButton({ variant, label, icon, onTry, onResponse }: MethodButtonProps): ReactElement | null {
  const client = useAuthClient<AnonymousClient>();
  const captchas = useFormCaptchas("/sign-in/anonymous");
  const user = client.useSession().data?.user;
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<ClientError | null>(null);
  const element = useRef<HTMLButtonElement>(null);
  if (user && isGuest(user)) return null;
  const send = async (values: FormData): Promise<void> => {
    onTry();
    setBusy(true);
    setError(null);
    const result = await client.signIn.anonymous(undefined, captchas.consume(values));
    setBusy(false);
    if (result.data) onResponse(result.data);
    else setError(result.error);
  };
  const press = (): void => {
    const form = element.current?.closest("form");
    void send(form ? new FormData(form) : new FormData());
  };
  const button = (
    <Button ref={element} variant={variant} icon={icon} fullWidth busy={busy} onClick={press}>
      {label}
    </Button>
  );
  return (
    <>
      <ErrorAlert error={error} />
      {captchas.fields.length > 0 ? (
        <form className="lk-methods" onSubmit={(event) => event.preventDefault()}>
          {captchas.fields}
          {button}
        </form>
      ) : (
        button
      )}
    </>
  );
}
