/** Asks the user to reauthenticate in the middle of a call. After the password, the call continues on its own. */

import { useAuthClient } from "@latchkey/react";
import { type ReactElement, useEffect, useState } from "react";
import { PasswordField } from "../primitives/field.tsx";
import { FormDialog } from "../primitives/form-dialog.tsx";
import { LoginHint } from "../primitives/login-hint.tsx";
import { textOf, useForm } from "../primitives/use-form.ts";
import { useAuthUi } from "../provider/context.ts";
import { ProviderProofDialog } from "./provider-proof-dialog.tsx";

/** An open prompt and the call that waits for it. */
interface PendingProof {
  readonly factor: "password" | "provider";
  resolve(proven: boolean): void;
}

/** Renders nothing until a call needs it. `AuthUiProvider` already includes it. */
export function ProofDialog(): ReactElement | null {
  const client = useAuthClient();
  const [question, setQuestion] = useState<PendingProof | null>(null);
  useEffect(() => {
    let open: PendingProof | null = null;
    const stop = client.$onProofNeeded(({ proof }) => {
      // Plugins prompt for their own factors.
      const by = (["password", "provider"] as const).find((factor) => proof.includes(factor));
      if (!by) return Promise.resolve(false);
      return new Promise<boolean>((answer) => {
        open = { factor: by, resolve: answer };
        setQuestion(open);
      });
    });
    return () => {
      stop();
      open?.resolve(false);
      setQuestion(null);
    };
  }, [client]);
  const close = (proven: boolean): void => {
    setQuestion(null);
    question?.resolve(proven);
  };
  if (!question) return null;
  return question.factor === "password" ? (
    <PasswordProofDialog onAnswer={close} />
  ) : (
    <ProviderProofDialog onClose={() => close(false)} />
  );
}

function PasswordProofDialog({ onAnswer }: { onAnswer(proven: boolean): void }): ReactElement {
  const client = useAuthClient();
  const { texts } = useAuthUi();
  const email = client.useSession().data?.user.email;
  const form = useForm(
    async (values) => {
      const result = await client.verifyPassword({ password: textOf(values, "password") });
      if (!result.error) onAnswer(true);
      return result;
    },
    { INVALID_PASSWORD: "password" },
  );
  return (
    <FormDialog
      open
      title={texts.proof.title}
      text={texts.proof.text}
      submit={texts.proof.submit}
      busy={form.busy}
      problem={form.problem}
      onSubmit={form.onSubmit}
      onClose={() => onAnswer(false)}
    >
      {email ? <LoginHint email={email} /> : null}
      <PasswordField
        label={texts.password}
        name="password"
        autoComplete="current-password"
        required
        error={form.fieldErrors.password}
      />
    </FormDialog>
  );
}
