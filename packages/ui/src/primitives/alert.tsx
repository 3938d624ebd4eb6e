/** Messages that screen readers announce immediately. */

import type { ClientError } from "@latchkey/react";
import { type ReactElement, type ReactNode, useRef } from "react";
import { useSlots } from "../provider/appearance.tsx";
import { useAuthUi } from "../provider/context.ts";
import { errorText } from "../texts/texts.ts";
import { Icon, type IconName } from "./icons.tsx";
import { linkSupport } from "./support-text.tsx";
import { useFocusEffect } from "./use-focus-effect.ts";

/** Props for `Alert`. */
export interface AlertProps {
  readonly tone: "error" | "success" | "warning";
  /** Whether to focus the alert when it appears, for example because the pressed button is gone. */
  readonly focusOnMount?: boolean;
  readonly children: ReactNode;
}

/** An error, warning, or success message that screen readers announce. */
export function Alert({ tone, focusOnMount = false, children }: AlertProps): ReactElement {
  const slot = useSlots();
  const ui = useAuthUi();
  const content = typeof children === "string" ? linkSupport(ui, children) : children;
  const element = useRef<HTMLDivElement>(null);
  useFocusEffect(() => {
    if (focusOnMount) element.current?.focus();
  }, [focusOnMount]);
  return (
    <div
      ref={element}
      {...slot("alert", "lk-alert", `lk-alert-${tone}`)}
      role={tone === "error" ? "alert" : "status"}
      tabIndex={focusOnMount ? -1 : undefined}
    >
      <Icon name={alertIcons[tone]} />
      {typeof content === "string" ? content : <div>{content}</div>}
    </div>
  );
}

/** The icon for each tone. */
export const alertIcons: Readonly<Record<AlertProps["tone"], IconName>> = {
  error: "circle-alert",
  success: "circle-check",
  warning: "triangle-alert",
};

/** Codes that mean the user closed a browser dialog or went back from a provider. Nothing has failed. */
const canceledCodes: readonly string[] = ["AUTH_CANCELLED", "access_denied"];

/** Returns the tone of an error's message. */
export function toneOf(code: string): "error" | "warning" {
  return canceledCodes.includes(code) ? "warning" : "error";
}

/** Props for `ErrorAlert`. */
export interface ErrorAlertProps {
  /** A call's error, or an error message. If it's empty, nothing is rendered. */
  readonly error: Pick<ClientError, "code" | "message"> | string | null | undefined;
}

/** The error message for a call, from the app's texts. */
export function ErrorAlert({ error }: ErrorAlertProps): ReactElement | null {
  const { texts } = useAuthUi();
  if (!error) return null;
  if (typeof error === "string") return <Alert tone="error">{error}</Alert>;
  return <Alert tone={toneOf(error.code)}>{errorText(texts, error)}</Alert>;
}
