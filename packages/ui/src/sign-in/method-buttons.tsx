/** The buttons of the methods that plugins add to the sign-in and sign-up pages. */

import { useAuthClient } from "@latchkey/react";
import { type ReactElement, useState } from "react";
import { ErrorAlert } from "../primitives/alert.tsx";
import { Badge } from "../primitives/badge.tsx";
import { Button } from "../primitives/button.tsx";
import { Icon } from "../primitives/icons.tsx";
import { useAuthUi } from "../provider/context.ts";
import { usePageMemory } from "../provider/page-memory.tsx";
import { useFormCaptchas } from "../provider/plugin.ts";
import type {
  EmailMethod,
  EmailStartResult,
  EmailStartValues,
  MethodButtonProps,
  MethodProps,
  SignInMethod,
} from "../provider/sign-in-method.ts";
import { rememberMethod, useLastMethod } from "../social/last-used.ts";

/** Props for `MethodButtons`. */
export interface MethodButtonsProps extends MethodProps {
  readonly methods: readonly SignInMethod[];
  /** Whether one of the page's forms has the main button. */
  readonly hasForm: boolean;
  onTry(): void;
  onChoose(method: SignInMethod): void;
  onSent(method: SignInMethod, values: EmailStartValues): void;
}

/** One button for each method. The last-used one has a badge. */
export function MethodButtons(props: MethodButtonsProps): ReactElement | null {
  const { methods, hasForm, onTry, onChoose, onSent, page, redirect } = props;
  const last = useLastMethod();
  if (methods.length === 0) return null;
  return (
    <div className="lk-methods">
      {methods.map((method, at) => {
        const { id, icon, labels, Button: OwnButton, email } = method;
        const onResponse = (response: object): void => {
          rememberMethod(id);
          props.onResponse(response);
        };
        const button: MethodButtonProps = {
          page,
          redirect,
          onResponse,
          onTry,
          variant: hasForm || at > 0 ? "secondary" : "primary",
          icon: <Icon name={icon} />,
          label: <MethodLabel text={labels[page]} isLast={page === "sign-in" && last === id} />,
        };
        if (OwnButton) return <OwnButton key={id} {...button} />;
        if (email) {
          return (
            <EmailButton
              key={id}
              {...button}
              method={email}
              onChoose={() => onChoose(method)}
              onSent={(values) => onSent(method, values)}
            />
          );
        }
        return (
          <Button key={id} variant={button.variant} icon={button.icon} fullWidth onClick={() => onChoose(method)}>
            {button.label}
          </Button>
        );
      })}
    </div>
  );
}

function MethodLabel({ text, isLast }: { readonly text: string; readonly isLast: boolean }): ReactElement {
  const { texts } = useAuthUi();
  return (
    <>
      {text}
      {isLast ? (
        <span className="lk-last-used">
          <Badge>{texts.signIn.lastUsed}</Badge>
        </span>
      ) : null}
    </>
  );
}

interface EmailButtonProps extends MethodButtonProps {
  readonly method: EmailMethod;
  onChoose(): void;
  onSent(values: EmailStartValues): void;
}

/** Sends the email right away if one is typed, and nothing else has to be asked for. */
function EmailButton(props: EmailButtonProps): ReactElement {
  const { method, page, redirect, variant, label, icon, onTry, onChoose, onSent } = props;
  const client = useAuthClient();
  const { paths } = useAuthUi();
  const memory = usePageMemory();
  const captchas = useFormCaptchas(method.path);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<EmailStartResult["error"]>(null);
  const press = async (): Promise<void> => {
    onTry();
    setError(null);
    const email = memory.identifier;
    if (page === "sign-up" || !email.includes("@") || captchas.fields.length > 0) return onChoose();
    const values: EmailStartValues = { email, name: "", fields: {}, redirect, signIn: redirect.carry(paths.signIn) };
    setBusy(true);
    const result = await method.send(client, values, {});
    setBusy(false);
    if (result.error) setError(result.error);
    else onSent(values);
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
