/** A labeled input whose hint and error are linked to it for screen readers. */

import { type InputHTMLAttributes, type ReactElement, type ReactNode, useId, useState } from "react";
import { useSlots } from "../provider/appearance.tsx";
import { useAuthUi } from "../provider/context.ts";
import { Icon } from "./icons.tsx";
import { SupportText } from "./support-text.tsx";

/** Props for `Field`. */
export interface FieldProps extends InputHTMLAttributes<HTMLInputElement> {
  readonly label: ReactNode;
  readonly hint?: string | undefined;
  /** Whether screen readers announce changes to the hint. */
  readonly liveHint?: boolean;
  /** Shown instead of the hint. */
  readonly error?: string | null | undefined;
  /** Whether only screen readers get the label, because the context makes it clear. */
  readonly hideLabel?: boolean;
  /** Rendered at the end of the label's line, such as a link. */
  readonly aside?: ReactNode;
  /** Icon at the start of the input. */
  readonly icon?: ReactNode;
  /** Rendered at the end of the input. */
  readonly action?: ReactNode;
}

/** An input with its label, hint, and error. */
export function Field(props: FieldProps): ReactElement {
  const {
    label,
    hint,
    liveHint = false,
    error,
    hideLabel = false,
    aside,
    icon,
    action,
    className,
    id,
    ...input
  } = props;
  const slot = useSlots();
  const generatedId = useId();
  const inputId = id ?? generatedId;
  const caption = (
    <label {...slot("label", hideLabel ? "lk-hidden" : "lk-label")} htmlFor={inputId}>
      {label}
    </label>
  );
  return (
    <div {...slot("field", "lk-field", className)}>
      {aside ? (
        <div className="lk-label-line">
          {caption}
          {aside}
        </div>
      ) : (
        caption
      )}
      <div className="lk-input-row">
        {icon ? <span className="lk-input-icon">{icon}</span> : null}
        <input
          {...input}
          {...slot("input", "lk-input")}
          id={inputId}
          aria-invalid={error ? true : undefined}
          aria-describedby={error || hint ? noteId(inputId) : undefined}
        />
        {action}
      </div>
      <FieldNote inputId={inputId} hint={hint} error={error} live={liveHint} />
    </div>
  );
}

/** Props for `FieldNote`. */
export interface FieldNoteProps extends Pick<FieldProps, "hint"> {
  readonly error?: ReactNode;
  readonly inputId: string;
  /** Whether screen readers announce changes. */
  readonly live?: boolean;
}

/** Id of the note below an input, for `aria-describedby`. */
export function noteId(inputId: string): string {
  return `${inputId}-note`;
}

/** A field's error, or else its hint. */
export function FieldNote({ inputId, hint, error, live = false }: FieldNoteProps): ReactElement | null {
  const slot = useSlots();
  if (!error && !hint) return null;
  return (
    <p
      id={noteId(inputId)}
      aria-live={live ? "polite" : undefined}
      {...slot(error ? "error" : "hint", "lk-note", error ? "lk-note-error" : null)}
    >
      {typeof error === "string" && error ? <SupportText text={error} /> : error || hint}
    </p>
  );
}

/** A password input with a button to show the password. */
export function PasswordField(props: Omit<FieldProps, "type" | "action">): ReactElement {
  const { texts } = useAuthUi();
  const [shown, setShown] = useState(false);
  const toggle = (
    <button
      type="button"
      className="lk-input-action"
      aria-pressed={shown}
      aria-label={shown ? texts.hidePassword : texts.showPassword}
      onClick={() => setShown(!shown)}
    >
      <Icon name={shown ? "eye-off" : "eye"} />
    </button>
  );
  return <Field {...props} type={shown ? "text" : "password"} action={toggle} />;
}
