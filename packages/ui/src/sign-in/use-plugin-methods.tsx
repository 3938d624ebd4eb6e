/**
 * What plugins add to the sign-in and sign-up pages: buttons, a form for the email, and pages that replace the form.
 */

import { useAuthClient } from "@latchkey/react";
import { type ReactElement, useState } from "react";
import { AuthCard } from "../auth/auth-card.tsx";
import { useAuthUi } from "../provider/context.ts";
import type { Redirect } from "../provider/destination.ts";
import { useFormCaptchas, useSignInMethods } from "../provider/plugin.ts";
import type {
  EmailStartResult,
  EmailStartValues,
  MethodFrame,
  MethodPage,
  SignInMethod,
} from "../provider/sign-in-method.ts";
import { rememberMethod } from "../social/last-used.ts";
import { EmailStart } from "./email-start.tsx";
import { MethodButtons } from "./method-buttons.tsx";

/** Options for `usePluginMethods`. */
export interface PluginMethodsOptions {
  readonly page: MethodPage;
  readonly redirect: Redirect;
  readonly frame: MethodFrame;
  /** Initial value of the email field. On the sign-up page, it can't be changed. */
  readonly email: string | undefined;
  /** Whether the page has a form for a password. */
  readonly hasPassword: boolean;
  onTry(): void;
  onResponse(response: object): void;
}

/** Which buttons to render: `email` for those that send an email, `other` for the rest. */
export type ButtonGroup = "all" | "email" | "other";

/** What plugins add to the page. */
export interface PluginMethods {
  /** Whether they add any way to sign in. */
  readonly isEmpty: boolean;
  /** Replaces the page, once the user has chosen a method. */
  readonly replacement: ReactElement | null;
  /** The form for an email, if the page has none for a password. */
  readonly form: ReactElement | null;
  /** The `autocomplete` attribute of the email field. */
  readonly autoComplete: string;
  /** @param hiddenId id of a method that's offered elsewhere on the page */
  renderButtons(group: ButtonGroup, hiddenId?: string): ReactElement | null;
}

interface View {
  readonly method: SignInMethod;
  /** What the user entered, once the email is sent. */
  readonly sent?: EmailStartValues | undefined;
}

/** Returns what plugins add to the page. If several methods send emails, the form belongs to the first one. */
export function usePluginMethods(options: PluginMethodsOptions): PluginMethods {
  const { page, redirect, email, hasPassword, onTry, onResponse } = options;
  const { texts } = useAuthUi();
  const methods = useSignInMethods(page);
  const [view, setView] = useState<View | null>(null);
  const main = hasPassword ? undefined : methods.find((method) => method.email);
  const tokens = methods.flatMap(({ autoComplete: token }) => (token ? [token] : []));
  const autoComplete = ["username", ...(page === "sign-in" ? tokens : [])].join(" ");
  const remaining = methods.filter((method) => method !== main);
  return {
    isEmpty: methods.length === 0,
    replacement: view ? (
      <Replacement {...options} key={view.method.id} view={view} autoComplete={autoComplete} onView={setView} />
    ) : null,
    form: main?.email ? (
      <EmailStart
        method={main.email}
        page={page}
        redirect={redirect}
        email={email}
        autoComplete={autoComplete}
        submit={texts.continue}
        onTry={onTry}
        onSent={(sent) => setView({ method: main, sent })}
      />
    ) : null,
    autoComplete,
    renderButtons: (group, hiddenId) => (
      <MethodButtons
        methods={remaining.filter(
          ({ id, email: sends }) => id !== hiddenId && (group === "all" || (group === "email") === Boolean(sends)),
        )}
        hasForm={hasPassword || main !== undefined}
        page={page}
        redirect={redirect}
        onTry={onTry}
        onResponse={onResponse}
        onChoose={(method) => setView({ method })}
        onSent={(method, sent) => setView({ method, sent })}
      />
    ),
  };
}

interface ReplacementProps extends PluginMethodsOptions {
  readonly view: View;
  readonly autoComplete: string;
  onView(view: View | null): void;
}

function Replacement({ view, autoComplete, onView, ...props }: ReplacementProps): ReactElement | null {
  const { page, redirect, frame, email, hasPassword, onTry } = props;
  const client = useAuthClient();
  const { texts } = useAuthUi();
  const { method, sent } = view;
  const isGuarded = useFormCaptchas(method.email?.path ?? "").fields.length > 0;
  const step = {
    page,
    redirect,
    frame,
    onBack: () => onView(null),
    backLabel: hasPassword ? texts.signIn.usePassword : texts.signIn.otherMethods,
    onResponse(response: object) {
      rememberMethod(method.id);
      props.onResponse(response);
    },
  };
  if (method.Step) return <method.Step {...step} />;
  const { email: emailMethod } = method;
  if (!emailMethod) return null;
  const askAgain = (): void => onView({ method });
  if (sent) {
    const resend = async (): Promise<EmailStartResult> => {
      if (!isGuarded) return emailMethod.send(client, sent, {});
      // Only the form has the captcha.
      askAgain();
      return { error: null };
    };
    return <emailMethod.Sent {...step} values={sent} resend={resend} onChangeEmail={askAgain} />;
  }
  return (
    <AuthCard
      key="email"
      {...frame}
      title={page === "sign-in" ? texts.signIn.title : texts.signUp.title}
      focusOnMount="if-lost"
    >
      <EmailStart
        method={emailMethod}
        page={page}
        redirect={redirect}
        email={email}
        autoComplete={autoComplete}
        submit={method.labels[page]}
        autoFocus
        onTry={onTry}
        onSent={(values) => onView({ method, sent: values })}
      />
      <div className="lk-methods-back">
        <button type="button" className="lk-link" onClick={step.onBack}>
          {step.backLabel}
        </button>
      </div>
    </AuthCard>
  );
}
