/** Asks the user to reauthenticate in the middle of a call. After that, the call continues on its own. */

import { useAuthClient } from "@latchkey/react";
import { type ReactElement, useEffect, useRef, useState } from "react";
import { useAccountState } from "../account/account-state.ts";
import { FormDialog } from "../primitives/form-dialog.tsx";
import { useFocusEffect } from "../primitives/use-focus-effect.ts";
import { useForm } from "../primitives/use-form.ts";
import { useAuthUi } from "../provider/context.ts";
import { useFormCaptchas } from "../provider/plugin.ts";
import type { ProofMethod, ProofUser } from "../provider/proof-method.ts";
import { useCapabilities } from "../provider/use-capabilities.ts";
import { fill } from "../texts/texts.ts";
import { methodsFor, providerId } from "./methods.tsx";
import { OtherProofs } from "./other-proofs.tsx";
import { ProviderProofDialog } from "./provider-proof-dialog.tsx";

/** An open prompt and the call that waits for it. */
interface ProofPrompt {
  readonly methods: readonly ProofMethod[];
  resolve(isProven: boolean): void;
}

/**
 * Offers the ways to prove one of the factors that the server lists, from core and from UI plugins. Renders nothing
 * until a call needs it. `AuthUiProvider` already includes it.
 */
export function ProofDialog(): ReactElement | null {
  const client = useAuthClient();
  const { texts, plugins } = useAuthUi();
  const [prompt, setPrompt] = useState<ProofPrompt | null>(null);
  const latest = useRef({ texts, plugins });
  latest.current = { texts, plugins };
  useEffect(() => {
    let open: ProofPrompt | null = null;
    const stop = client.$onProofNeeded(({ proof }) => {
      const methods = methodsFor(proof, latest.current.texts, latest.current.plugins);
      if (methods.length === 0) return Promise.resolve(false);
      return new Promise<boolean>((resolve) => {
        open = { methods, resolve };
        setPrompt(open);
      });
    });
    return () => {
      stop();
      open?.resolve(false);
      setPrompt(null);
    };
  }, [client]);
  const close = (isProven: boolean): void => {
    setPrompt(null);
    prompt?.resolve(isProven);
  };
  return prompt ? <MethodPrompt methods={prompt.methods} onDone={close} /> : null;
}

interface MethodPromptProps {
  readonly methods: readonly ProofMethod[];
  onDone(isProven: boolean): void;
}

/** Waits until it's known which ways the user has, so that the first one shown works. */
function MethodPrompt({ methods, onDone }: MethodPromptProps): ReactElement | null {
  const client = useAuthClient();
  const capabilities = useCapabilities() ?? null;
  const account = useAccountState();
  const [chosen, setChosen] = useState<string | null>(null);
  const user: ProofUser = {
    email: client.useSession().data?.user.email ?? "",
    capabilities,
    account: account.data,
  };
  const available = methods.filter(({ isAvailable }) => isAvailable?.(user) ?? true);
  const method = available.find(({ id }) => id === chosen) ?? available[0];
  const hasNone = !account.isPending && method === undefined;
  useEffect(() => {
    if (hasNone) onDone(false);
  });
  if (account.isPending || !method) return null;
  const others = (
    <OtherProofs methods={available.filter((other) => other !== method)} onChoose={({ id }) => setChosen(id)} />
  );
  if (method.id === providerId) return <ProviderProofDialog others={others} onClose={() => onDone(false)} />;
  return <MethodDialog key={method.id} method={method} user={user} others={others} onDone={onDone} />;
}

interface MethodDialogProps {
  readonly method: ProofMethod;
  readonly user: ProofUser;
  readonly others: ReactElement;
  onDone(isProven: boolean): void;
}

function MethodDialog({ method, user, others, onDone }: MethodDialogProps): ReactElement {
  const client = useAuthClient();
  const { texts } = useAuthUi();
  const [isStarted, setStarted] = useState(method.start === undefined);
  const start = isStarted ? undefined : method.start;
  const { text, submit } = start ?? method;
  const captchas = useFormCaptchas(method.start?.path ?? "");
  const form = useForm(async (values) => {
    if (start) {
      const result = await start.run(client, user, captchas.consume(values));
      if (!result.error) setStarted(true);
      return result;
    }
    const result = await method.prove(client, values);
    if (!result.error) onDone(true);
    return result;
  }, method.fieldByErrorCode);
  const { Fields } = method;
  return (
    <FormDialog
      open
      title={texts.proof.title}
      text={fill(text, { email: user.email })}
      submit={submit}
      busy={form.busy}
      problem={form.problem && form.error}
      onSubmit={form.onSubmit}
      onClose={() => onDone(false)}
    >
      {start?.path ? captchas.fields : null}
      {Fields && !start ? (
        <FirstField>
          <Fields user={user} errors={form.fieldErrors} />
        </FirstField>
      ) : null}
      {others}
    </FormDialog>
  );
}

/** Focuses the field when it appears after a step. The dialog does it when it opens. */
function FirstField({ children }: { readonly children: ReactElement }): ReactElement {
  const element = useRef<HTMLDivElement>(null);
  useFocusEffect(() => {
    const inputs = [...(element.current?.querySelectorAll("input") ?? [])];
    inputs.find(({ type, hidden }) => type !== "hidden" && !hidden)?.focus();
  }, []);
  return (
    <div ref={element} className="lk-form">
      {children}
    </div>
  );
}
