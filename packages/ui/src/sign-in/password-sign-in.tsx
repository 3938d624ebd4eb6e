/** The form to sign in with a password, in one step or with the email first. */

import { useAuthClient } from "@latchkey/react";
import { type ReactElement, useRef, useState } from "react";
import { useOffer } from "../auth/use-offer.ts";
import { Button } from "../primitives/button.tsx";
import { Checkbox } from "../primitives/checkbox.tsx";
import { Field, PasswordField } from "../primitives/field.tsx";
import { useFocusEffect } from "../primitives/use-focus-effect.ts";
import { type FormState, textOf, useForm } from "../primitives/use-form.ts";
import { useAuthUi } from "../provider/context.ts";
import { usePageMemory } from "../provider/page-memory.tsx";
import { useAvailablePlugins, useEmailOwner, useFormCaptchas } from "../provider/plugin.ts";
import type { Identifier, Redirect } from "../provider/types.ts";
import { useCapabilities } from "../provider/use-capabilities.ts";
import { passwordMethod, rememberMethod } from "../social/last-used.ts";
import { SignInProblem } from "./sign-in-problem.tsx";
import type { PluginMethods } from "./use-plugin-methods.tsx";

export interface PasswordSignInProps {
  /** Initial value of the email field. */
  readonly email?: string | undefined;
  /**
   * Whether to ask for the email and password together, or for the email first. The next step looks the same for known
   * and unknown emails. Default: `combined`.
   */
  readonly flow?: "combined" | "identifier" | undefined;
  /** `ask` shows the checkbox that keeps users signed in. Default: they stay signed in. */
  readonly rememberMe?: "ask" | undefined;
  readonly redirect: Redirect;
  /** The other ways to sign in. */
  readonly pluginMethods: PluginMethods;
  /** Whether a plugin takes over the sign-in of the email, so that nothing else is offered until it changes. */
  readonly isOwned: boolean;
  onOwned(isOwned: boolean): void;
  /** Runs when the user submits the form. */
  onTry(): void;
  /** Handles a response without a session. */
  onResponse(response: object): void;
  onSignedIn(): void;
}

/** Remembers what was typed, so that the next sign-in page starts with it. */
export function PasswordSignIn(options: PasswordSignInProps): ReactElement {
  const { flow = "combined", email, pluginMethods, isOwned, onOwned, ...props } = options;
  const memory = usePageMemory();
  const { acceptsEmail } = useIdentifier();
  const [identifier, setIdentifier] = useState(() => {
    const known = email ?? memory.identifier;
    return acceptsEmail || !known.includes("@") ? known : "";
  });
  const [isIdentified, setIdentified] = useState(false);
  const owner = useEmailOwner();
  const type = (text: string): void => {
    memory.identifier = text.trim();
    setIdentifier(text);
  };
  if (flow === "identifier" && !isIdentified) {
    return (
      <>
        <IdentifierStep
          identifier={identifier}
          autoComplete={pluginMethods.autoComplete}
          onType={type}
          onIdentified={(owned) => {
            onOwned(owned);
            setIdentified(true);
          }}
        />
        {pluginMethods.renderButtons("other")}
      </>
    );
  }
  const goBack = (): void => {
    onOwned(false);
    setIdentified(false);
  };
  const change = flow === "identifier" ? goBack : undefined;
  if (owner && isOwned && change) {
    return (
      <div className="lk-form">
        <IdentifierField
          identifier={identifier}
          autoComplete={pluginMethods.autoComplete}
          onType={type}
          readOnly
          onChange={change}
        />
        <owner.Continue email={identifier.trim()} redirect={props.redirect} />
      </div>
    );
  }
  return (
    <PasswordForm
      {...props}
      autoComplete={pluginMethods.autoComplete}
      identifier={identifier}
      onType={type}
      onChange={change}
      renderButtons={(hiddenId) => pluginMethods.renderButtons(flow === "identifier" ? "email" : "all", hiddenId)}
    />
  );
}

/** What the field accepts: an email, another identifier, or both. */
interface Accepted {
  readonly acceptsEmail: boolean;
  readonly otherIdentifier: Identifier | undefined;
}

function useIdentifier(): Accepted {
  const capabilities = useCapabilities();
  const [otherIdentifier] = useAvailablePlugins().flatMap(({ identifier }) =>
    identifier && (!capabilities || (identifier.isOffered?.(capabilities) ?? true)) ? [identifier] : [],
  );
  return { acceptsEmail: !otherIdentifier || !capabilities || capabilities.signIn.password, otherIdentifier };
}

interface IdentifierFieldProps {
  readonly identifier: string;
  readonly autoComplete: string;
  readonly error?: string | undefined;
  readonly readOnly?: boolean;
  /** Goes back to the step for the email. */
  readonly onChange?: (() => void) | undefined;
  onType(text: string): void;
}

function IdentifierField(props: IdentifierFieldProps): ReactElement {
  const { identifier, autoComplete, error, readOnly, onChange, onType } = props;
  const { texts } = useAuthUi();
  const { acceptsEmail, otherIdentifier } = useIdentifier();
  const change = onChange ? (
    <button type="button" className="lk-link" onClick={onChange}>
      {texts.signIn.change}
    </button>
  ) : null;
  return (
    <Field
      label={(acceptsEmail ? otherIdentifier?.label : otherIdentifier?.ownLabel) ?? texts.email}
      name="email"
      type={otherIdentifier ? "text" : "email"}
      autoCapitalize="none"
      spellCheck={false}
      autoComplete={autoComplete}
      value={identifier}
      onChange={(event) => onType(event.currentTarget.value)}
      readOnly={readOnly}
      aside={change}
      required
      error={error}
    />
  );
}

interface IdentifierStepProps extends Pick<IdentifierFieldProps, "identifier" | "autoComplete" | "onType"> {
  /** @param isOwned whether a plugin takes over the sign-in of this email */
  onIdentified(isOwned: boolean): void;
}

/** A plugin can at most look up the email's domain, so this step doesn't reveal which accounts exist. */
function IdentifierStep({ onIdentified, ...field }: IdentifierStepProps): ReactElement {
  const { texts } = useAuthUi();
  const client = useAuthClient();
  const owner = useEmailOwner();
  const form = useForm(async (values) => {
    const email = textOf(values, "email").trim();
    onIdentified(email.includes("@") && ((await owner?.owns(client, email)) ?? false));
    return { error: null };
  });
  return (
    <form className="lk-form" onSubmit={form.onSubmit} noValidate>
      <IdentifierField {...field} error={form.fieldErrors.email} />
      <Button type="submit" busy={form.busy}>
        {texts.continue}
      </Button>
    </form>
  );
}

interface PasswordFormProps
  extends Omit<PasswordSignInProps, "email" | "flow" | "pluginMethods" | "isOwned" | "onOwned">,
    IdentifierFieldProps {
  /** @param hiddenId id of the method that the form offers itself */
  renderButtons(hiddenId: string | undefined): ReactElement | null;
}

function PasswordForm({ rememberMe, redirect, onChange, renderButtons, ...props }: PasswordFormProps): ReactElement {
  const { texts, paths, Link } = useAuthUi();
  const offer = useOffer();
  const { acceptsEmail, otherIdentifier } = useIdentifier();
  const captchas = useFormCaptchas(
    ...(acceptsEmail ? ["/sign-in/email"] : []),
    ...(otherIdentifier ? [otherIdentifier.path] : []),
  );
  const form = usePasswordForm({ ...props, asksToRemember: rememberMe === "ask", consume: captchas.consume });
  const element = useRef<HTMLFormElement>(null);
  const owner = useEmailOwner();
  // Whether the email can only sign in with the plugin's method, which is then the one to offer.
  const isOwned = owner?.codes.includes(form.error?.code ?? "") ?? false;
  const isSecondStep = onChange !== undefined;
  useFocusEffect(() => {
    if (isSecondStep) element.current?.querySelector<HTMLInputElement>("[name=password]")?.focus();
  }, [isSecondStep]);
  const forgot = offer.reset ? (
    <Link href={redirect.carry(paths.forgotPassword)} className="lk-link">
      {texts.signIn.toForgotPassword}
    </Link>
  ) : null;
  return (
    <>
      <form ref={element} className="lk-form" onSubmit={form.onSubmit} noValidate>
        <SignInProblem form={form} email={props.identifier.trim()} redirect={redirect} />
        <IdentifierField
          identifier={props.identifier}
          autoComplete={props.autoComplete}
          onType={props.onType}
          readOnly={isSecondStep}
          onChange={onChange}
          error={form.fieldErrors.email}
        />
        <PasswordField
          label={texts.password}
          name="password"
          autoComplete="current-password"
          aside={forgot}
          required
          error={form.fieldErrors.password}
        />
        {rememberMe === "ask" ? <Checkbox name="remember" label={texts.signIn.remember} defaultChecked /> : null}
        {captchas.fields}
        <Button type="submit" variant={isOwned ? "secondary" : "primary"} busy={form.busy}>
          {texts.signIn.submit}
        </Button>
      </form>
      {renderButtons(isOwned ? owner?.methodId : undefined)}
    </>
  );
}

interface PasswordFormOptions extends Pick<PasswordSignInProps, "onTry" | "onResponse" | "onSignedIn"> {
  /** Whether the user chooses to stay signed in. */
  readonly asksToRemember: boolean;
  readonly consume: ReturnType<typeof useFormCaptchas>["consume"];
}

function usePasswordForm({ asksToRemember, consume, onTry, onResponse, onSignedIn }: PasswordFormOptions): FormState {
  const client = useAuthClient();
  const { acceptsEmail, otherIdentifier } = useIdentifier();
  return useForm(
    async (values) => {
      onTry();
      const options = consume(values);
      const typed = textOf(values, "email").trim();
      const rest = { password: textOf(values, "password"), rememberMe: !asksToRemember || values.has("remember") };
      const usesOther = otherIdentifier && (!acceptsEmail || otherIdentifier.matches(typed));
      const result = usesOther
        ? await otherIdentifier.signIn(client, { identifier: typed, ...rest }, options)
        : await client.signIn.email({ email: typed, ...rest }, options);
      if (result.data) rememberMethod(passwordMethod);
      if (result.data?.token) onSignedIn();
      else if (result.data) onResponse(result.data);
      return result;
    },
    { INVALID_EMAIL: "email", ...Object.fromEntries(otherIdentifier?.codes.map((code) => [code, "email"]) ?? []) },
  );
}
