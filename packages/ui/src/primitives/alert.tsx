/** Messages that screen readers announce immediately. */

import type { ClientError } from "@latchkey/react";
import { type ReactElement, type ReactNode, useEffect, useRef } from "react";
import { useAuthUi } from "../provider/context.ts";
import { errorText } from "../texts/texts.ts";

/** Props of `Alert`. */
export interface AlertProps {
  readonly tone: "error" | "success";
  /** Whether to focus the alert when it appears, for example because the pressed button is gone. */
  readonly focusOnMount?: boolean;
  readonly children: ReactNode;
}

/** An error or success message that screen readers announce. */
export function Alert({ tone, focusOnMount = false, children }: AlertProps): ReactElement {
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (focusOnMount) element.current?.focus();
  }, [focusOnMount]);
  return (
    <div
      ref={element}
      className={`lk-alert lk-alert-${tone}`}
      role={tone === "error" ? "alert" : "status"}
      tabIndex={focusOnMount ? -1 : undefined}
    >
      {children}
    </div>
  );
}

/** Props of `ErrorAlert`. */
export interface ErrorAlertProps {
  /** An error of a call, or its text. Without one, nothing is rendered. */
  readonly error: Pick<ClientError, "code" | "message"> | string | null | undefined;
}

/** The error message of a call, from the app's texts. */
export function ErrorAlert({ error }: ErrorAlertProps): ReactElement | null {
  const { texts } = useAuthUi();
  if (!error) return null;
  return <Alert tone="error">{typeof error === "string" ? error : errorText(texts, error)}</Alert>;
}
