/** A labeled input whose hint and error are linked to it for screen readers. */

import { type InputHTMLAttributes, type ReactElement, type ReactNode, useId, useState } from "react";
import { useAuthUi } from "../provider/context.ts";
import { classNames } from "./class-names.ts";

/** Props of `Field`. */
export interface FieldProps extends InputHTMLAttributes<HTMLInputElement> {
  readonly label: string;
  readonly hint?: string | undefined;
  /** Shown instead of the hint. */
  readonly error?: string | null | undefined;
  /** Rendered at the end of the input. */
  readonly action?: ReactNode;
}

/** An input with its label, hint, and error. */
export function Field({ label, hint, error, action, className, id, ...input }: FieldProps): ReactElement {
  const own = useId();
  const inputId = id ?? own;
  const note = error ?? hint;
  return (
    <div className={classNames("lk-field", className)}>
      <label className="lk-label" htmlFor={inputId}>
        {label}
      </label>
      <div className="lk-input-row">
        <input
          {...input}
          id={inputId}
          className="lk-input"
          aria-invalid={error ? true : undefined}
          aria-describedby={note ? `${inputId}-note` : undefined}
        />
        {action}
      </div>
      {note ? (
        <p id={`${inputId}-note`} className={error ? "lk-note lk-note-error" : "lk-note"}>
          {note}
        </p>
      ) : null}
    </div>
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
      <EyeIcon crossed={shown} />
    </button>
  );
  return <Field {...props} type={shown ? "text" : "password"} action={toggle} />;
}

function EyeIcon({ crossed }: { readonly crossed: boolean }): ReactElement {
  return (
    <svg
      viewBox="0 0 24 24"
      width="18"
      height="18"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.75"
      aria-hidden="true"
    >
      <path d="M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12Z" strokeLinejoin="round" />
      <circle cx="12" cy="12" r="2.75" />
      {crossed ? <path d="m4 20 16-16" strokeLinecap="round" /> : null}
    </svg>
  );
}
