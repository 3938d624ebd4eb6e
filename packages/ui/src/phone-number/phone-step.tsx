/** The pages for signing in with a phone number: the number, and then the code. */

import { type ReactElement, useState } from "react";
import type { SubmitResult } from "../primitives/use-form.ts";
import { useFormCaptchas } from "../provider/plugin.ts";
import type { EmailStartOptions, MethodStepProps } from "../provider/sign-in-method.ts";
import { useCapabilities } from "../provider/use-capabilities.ts";
import { CodeStep } from "../sign-in/code-step.tsx";
import { PhoneForm } from "./phone-form.tsx";
import { usePhoneNumberClient, usePhoneNumberUi } from "./ui.ts";

const path = "/phone-number/send-otp";
const codes = ["INVALID_OTP", "OTP_NOT_FOUND", "OTP_EXPIRED", "TOO_MANY_ATTEMPTS"];

/** Signs in or signs up with a code by text. */
export function PhoneStep({ frame, backLabel, onResponse, onBack }: MethodStepProps): ReactElement {
  const client = usePhoneNumberClient();
  const { signIn: texts } = usePhoneNumberUi().texts;
  const isGuarded = useFormCaptchas(path).fields.length > 0;
  const digits = useCapabilities()?.signIn.phone?.digits ?? 6;
  const [number, setNumber] = useState("");
  const [isSent, setSent] = useState(false);
  const send = async (phoneNumber: string, options: EmailStartOptions): Promise<SubmitResult> => {
    const result = await client.phoneNumber.sendOtp({ phoneNumber }, options);
    if (!result.error) {
      setNumber(phoneNumber);
      setSent(true);
    }
    return result;
  };
  const verify = async (code: string): Promise<SubmitResult> => {
    const result = await client.phoneNumber.verify({ phoneNumber: number, code });
    if (result.data) onResponse(result.data);
    return result;
  };
  const resend = async (): Promise<SubmitResult> => {
    if (!isGuarded) return client.phoneNumber.sendOtp({ phoneNumber: number });
    // Only the form has the captcha.
    setSent(false);
    return { error: null };
  };
  if (!isSent) {
    return (
      <PhoneForm
        frame={frame}
        texts={texts}
        path={path}
        number={number}
        backLabel={backLabel}
        onBack={onBack}
        send={send}
      />
    );
  }
  return (
    <CodeStep
      frame={frame}
      title={texts.codeTitle}
      text={texts.codeText}
      recipient={number}
      digits={digits}
      codes={codes}
      changeLabel={texts.change}
      backLabel={backLabel}
      // The server texts a number once a minute at most.
      pause={60}
      verify={verify}
      resend={resend}
      onChange={() => setSent(false)}
      onBack={onBack}
    />
  );
}
