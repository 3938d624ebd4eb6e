/** The page that asks for a code that was sent by email or text. */

import { type ReactElement, useState } from "react";
import { AuthCard } from "../auth/auth-card.tsx";
import { ErrorAlert } from "../primitives/alert.tsx";
import { Button } from "../primitives/button.tsx";
import { CodeField } from "../primitives/code-field.tsx";
import { Email } from "../primitives/email.tsx";
import { type SubmitResult, textOf, useForm } from "../primitives/use-form.ts";
import { useAuthUi } from "../provider/context.ts";
import type { EmailStartResult, MethodFrame } from "../provider/sign-in-method.ts";
import { fill } from "../texts/texts.ts";
import { ResendButton } from "./resend-button.tsx";

/** Props for `CodeStep`. */
export interface CodeStepProps {
  readonly frame: MethodFrame;
  readonly title: string;
  readonly text: string;
  /** The email or phone number that the code was sent to. */
  readonly recipient: string;
  readonly digits: number;
  /** Error codes to show at the field. */
  readonly codes: readonly string[];
  /** Label of the button that asks for another recipient. */
  readonly changeLabel: string;
  readonly backLabel: string;
  /** Seconds between two messages. Default: 30. */
  readonly pause?: number;
  verify(code: string): Promise<SubmitResult>;
  resend(): Promise<EmailStartResult>;
  onChange(): void;
  onBack(): void;
}

/**
 * The code's last digit submits it. A code that the server rejects is removed, so that the next one can be typed. One
 * that the server couldn't check stays, so that the user can send it again.
 */
export function CodeStep(props: CodeStepProps): ReactElement {
  const { frame, title, text, recipient, digits, codes, changeLabel, backLabel, verify, resend } = props;
  const { texts } = useAuthUi();
  const [attempts, setAttempts] = useState(0);
  const rejections = [...codes, "VALIDATION_ERROR"];
  const form = useForm(
    async (values) => {
      const result = await verify(textOf(values, "code"));
      if (result.error && rejections.includes(result.error.code)) setAttempts((count) => count + 1);
      return result;
    },
    Object.fromEntries(rejections.map((code) => [code, "code"])),
  );
  return (
    <AuthCard key="code" {...frame} title={title} subtitle={text}>
      <form className="lk-form" onSubmit={form.onSubmit} noValidate>
        <p className="lk-auth-email">
          <Email value={recipient} />
        </p>
        <ErrorAlert error={form.problem} />
        <CodeField
          key={attempts}
          label={texts.codeStep.code}
          name="code"
          length={digits}
          hint={fill(texts.codeStep.hint, { digits: String(digits) })}
          required
          autoFocus
          error={form.fieldErrors.code}
        />
        <Button type="submit" busy={form.busy}>
          {texts.continue}
        </Button>
        <ResendButton pause={props.pause} resend={resend} />
      </form>
      <div className="lk-methods-back">
        <button type="button" className="lk-link" onClick={props.onChange}>
          {changeLabel}
        </button>
        <button type="button" className="lk-link" onClick={props.onBack}>
          {backLabel}
        </button>
      </div>
    </AuthCard>
  );
}
