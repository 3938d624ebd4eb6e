/** The page that asks for the code from the email. */

import type { EmailOtpCalls, EmailOtpClient as EmailOtpClientCalls } from "@latchkey/email-otp";
import { type AnyReactClient, useAuthClient } from "@latchkey/react";
import type { ReactElement } from "react";
import type { SubmitResult } from "../primitives/use-form.ts";
import { useUiPlugin } from "../provider/plugin.ts";
import type { EmailSentProps } from "../provider/sign-in-method.ts";
import type { UiPlugin } from "../provider/types.ts";
import { useCapabilities } from "../provider/use-capabilities.ts";
import { CodeStep } from "../sign-in/code-step.tsx";
import type { EmailOtpTexts } from "./texts.ts";

/** The email code settings of the UI. */
export interface EmailOtpUi extends UiPlugin {
  readonly id: "email-otp";
  readonly texts: EmailOtpTexts;
}

/** A client of an app with email codes. */
export type EmailOtpClient = AnyReactClient & EmailOtpClientCalls<EmailOtpCalls>;

const codes = ["INVALID_OTP", "OTP_EXPIRED", "TOO_MANY_ATTEMPTS"];

/** Signs in with the code, or signs up with the details that were entered before. */
export function EmailCodeStep(props: EmailSentProps): ReactElement {
  const { frame, values, backLabel, resend, onResponse, onBack, onChangeEmail } = props;
  const client = useAuthClient<EmailOtpClient>();
  const { texts } = useUiPlugin<EmailOtpUi>("email-otp", "emailOtpUi()");
  const { email, name, fields } = values;
  const verify = async (otp: string): Promise<SubmitResult> => {
    const result = await client.signIn.emailOtp({ email, otp, ...(name === "" ? {} : { name }), ...fields });
    if (result.data) onResponse(result.data);
    return result;
  };
  return (
    <CodeStep
      frame={frame}
      title={texts.title}
      text={texts.text}
      recipient={email}
      digits={useCapabilities()?.signIn.emailCode?.digits ?? 6}
      codes={codes}
      changeLabel={texts.change}
      backLabel={backLabel}
      verify={verify}
      resend={resend}
      onChange={onChangeEmail}
      onBack={onBack}
    />
  );
}
