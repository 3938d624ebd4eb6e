/** The steps of the setup before a provider is registered. */

import { type ReactElement, type ReactNode, useState } from "react";
import { ErrorAlert } from "../../primitives/alert.tsx";
import { Button } from "../../primitives/button.tsx";
import { CopyValues } from "../../primitives/copy-values.tsx";
import { SelectField } from "../../primitives/select-field.tsx";
import { textOf, useForm } from "../../primitives/use-form.ts";
import { useAuthUi } from "../../provider/context.ts";
import { useCapabilities } from "../../provider/use-capabilities.ts";
import { ProviderFields, providerFieldErrors, readNewProvider, type SsoProtocol } from "../provider-fields.tsx";
import { useSsoUi } from "../ui.ts";
import type { SetupCalls } from "./calls.ts";

/** A kind of identity provider. */
export type ProviderKind = "okta" | "entra" | "google" | "other";

const names = { okta: "Okta", entra: "Microsoft Entra ID", google: "Google Workspace" } as const;

/** What was chosen in the first step. */
export interface Choice {
  readonly kind: ProviderKind;
  readonly protocol: SsoProtocol;
  /** Id of the provider to register. It's part of the URLs to copy. */
  readonly providerId: string;
}

interface ActionsProps {
  readonly children: ReactNode;
  /** Without it, there's no Back button. */
  readonly onBack: (() => void) | undefined;
}

/** The buttons at the end of a step. */
export function StepActions({ children, onBack }: ActionsProps): ReactElement {
  const words = useSsoUi().texts.setup;
  return (
    <div className="lk-dialog-actions">
      {onBack ? (
        <Button variant="secondary" onClick={onBack}>
          {words.back}
        </Button>
      ) : null}
      {children}
    </div>
  );
}

/** Asks for the provider and the protocol. */
export function ChooseStep({
  onChoose,
  onBack,
}: {
  onChoose(choice: Choice): void;
  onBack?: (() => void) | undefined;
}): ReactElement {
  const { texts } = useAuthUi();
  const words = useSsoUi().texts.setup;
  const [kind, setKind] = useState<ProviderKind>("okta");
  const form = useForm(async (values) => {
    const protocol = kind === "google" || textOf(values, "protocol") === "saml" ? "saml" : "oidc";
    onChoose({ kind, protocol, providerId: `${kind === "other" ? "sso" : kind}-${crypto.randomUUID().slice(0, 8)}` });
    return { error: null };
  });
  return (
    <form className="lk-form" onSubmit={form.onSubmit} noValidate>
      <SelectField
        label={words.provider}
        name="kind"
        value={kind}
        options={[
          ...Object.entries(names).map(([value, label]) => ({ value, label })),
          { value: "other", label: words.other },
        ]}
        onChange={({ target }) => setKind(target.value as ProviderKind)}
      />
      {kind === "google" ? null : (
        <SelectField
          label={words.protocol}
          name="protocol"
          options={[
            { value: "oidc", label: "OpenID Connect" },
            { value: "saml", label: "SAML 2.0" },
          ]}
        />
      )}
      <div className="lk-dialog-actions">
        {onBack ? (
          <Button variant="secondary" onClick={onBack}>
            {texts.cancel}
          </Button>
        ) : null}
        <Button type="submit">{words.next}</Button>
      </div>
    </form>
  );
}

interface StepProps {
  readonly choice: Choice;
  onNext(): void;
  /** Without it, there's no Back button. */
  readonly onBack: (() => void) | undefined;
}

/** Shows what to enter at the provider. */
export function CopyStep({ choice: { kind, protocol, providerId }, onNext, onBack }: StepProps): ReactElement {
  const { setup: words, providers } = useSsoUi().texts;
  const { url = "/api/auth/sso", redirectURI: shared = null } = useCapabilities()?.plugins.sso ?? {};
  const base = new URL(url, location.href).href;
  const value = (label: string, path: string) => ({ label, value: `${base}${path}`, copy: providers.copy });
  const providerURI = value(words.redirectURI, `/callback/${providerId}`);
  // Which of the two the provider uses is only known after registration, but it can be configured with both.
  const redirectURIs =
    shared === null
      ? [providerURI]
      : [
          { ...providerURI, value: new URL(shared, location.href).href },
          { ...providerURI, label: words.secondRedirectURI },
        ];
  const values =
    protocol === "oidc"
      ? redirectURIs
      : [
          value(words.acsURL, `/saml2/sp/acs/${providerId}`),
          value(words.entityId, `/saml2/sp/metadata?providerId=${providerId}`),
        ];
  return (
    <div className="lk-form">
      <p className="lk-note">{words.guides[kind]}</p>
      <CopyValues values={values} />
      <StepActions onBack={onBack}>
        <Button onClick={onNext}>{words.next}</Button>
      </StepActions>
    </div>
  );
}

interface PasteStepProps extends StepProps {
  readonly calls: SetupCalls;
  /** Domains that the organization already has. */
  readonly domains: readonly string[];
}

/** Asks for the values that the provider shows, and registers it. */
export function PasteStep({ choice, calls, domains, onNext, onBack }: PasteStepProps): ReactElement {
  const words = useSsoUi().texts.setup;
  const { kind, protocol, providerId } = choice;
  const form = useForm(async (values) => {
    const { error } = await calls.register({ providerId, ...readNewProvider(values, protocol) });
    if (!error) onNext();
    return { error };
  }, providerFieldErrors(protocol));
  return (
    <form className="lk-form" onSubmit={form.onSubmit} noValidate>
      <ErrorAlert error={form.problem} />
      <ProviderFields
        protocol={protocol}
        provider={null}
        errors={form.fieldErrors}
        name={kind === "other" ? "" : names[kind]}
        domain={domains.join(", ")}
      />
      <StepActions onBack={onBack}>
        <Button type="submit" busy={form.busy}>
          {words.next}
        </Button>
      </StepActions>
    </form>
  );
}
