/** Asks who it is, in the middle of a call that needs it anew. By a password, the call then goes on by itself. */

import { useAuthClient } from "@latchkey/react";
import { type ReactElement, useEffect, useState } from "react";
import { PasswordField } from "../primitives/field.tsx";
import { FormDialog } from "../primitives/form-dialog.tsx";
import { LoginHint } from "../primitives/login-hint.tsx";
import { textOf, useForm } from "../primitives/use-form.ts";
import { useAuthUi } from "../provider/context.ts";
import { ProviderQuestion } from "./provider-question.tsx";

/** An open question: who waits for its answer. */
interface Question {
  readonly by: "password" | "provider";
  answer(proven: boolean): void;
}

/** Nothing while nothing is asked. `AuthUiProvider` has one already. */
export function ProofDialog(): ReactElement | null {
  const client = useAuthClient();
  const [question, setQuestion] = useState<Question | null>(null);
  useEffect(() => {
    let open: Question | null = null;
    const stop = client.$onProofNeeded(({ proof }) => {
      // Other factors are asked for by the screens of their plugins.
      const by = (["password", "provider"] as const).find((factor) => proof.includes(factor));
      if (!by) return Promise.resolve(false);
      return new Promise<boolean>((answer) => {
        open = { by, answer };
        setQuestion(open);
      });
    });
    return () => {
      stop();
      open?.answer(false);
      setQuestion(null);
    };
  }, [client]);
  const close = (proven: boolean): void => {
    setQuestion(null);
    question?.answer(proven);
  };
  if (!question) return null;
  return question.by === "password" ? (
    <PasswordQuestion onAnswer={close} />
  ) : (
    <ProviderQuestion onClose={() => close(false)} />
  );
}

function PasswordQuestion({ onAnswer }: { onAnswer(proven: boolean): void }): ReactElement {
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
