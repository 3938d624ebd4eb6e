/** The dialogs that add a domain, verify it, and decide how its users sign in. */

import type { DnsRecord, SsoDomain, SsoEnforcement } from "@latchkey/sso";
import { type ReactElement, type RefObject, useState } from "react";
import type { CopyValue } from "../primitives/copy-values.tsx";
import { CopyValues } from "../primitives/copy-values.tsx";
import { Field } from "../primitives/field.tsx";
import { FormDialog } from "../primitives/form-dialog.tsx";
import { SelectField } from "../primitives/select-field.tsx";
import { textOf, useForm } from "../primitives/use-form.ts";
import { useQuery } from "../primitives/use-query.ts";
import { useAuthUi } from "../provider/context.ts";
import { useCanCall } from "../provider/use-can-call.ts";
import { fill, isolateLtr } from "../texts/texts.ts";
import type { SsoDomainTexts } from "./texts.ts";
import { useSsoClient, useSsoUi } from "./ui.ts";

interface DialogProps {
  readonly organizationId: string;
  readonly returnFocusTo: RefObject<HTMLElement | null>;
  onClose(): void;
}

/** Error codes that belong to the domain field. */
export const domainFieldErrors: Readonly<Record<string, string>> = {
  INVALID_DOMAIN: "domain",
  PUBLIC_DOMAIN: "domain",
  DOMAIN_TAKEN: "domain",
};

interface AddDomainDialogProps extends DialogProps {
  onAdded(domain: SsoDomain): void;
}

/** Asks for a domain. */
export function AddDomainDialog(props: AddDomainDialogProps): ReactElement {
  const { organizationId, returnFocusTo, onAdded, onClose } = props;
  const client = useSsoClient();
  const words = useSsoUi().texts.domains;
  const form = useForm(async (values) => {
    const { data, error } = await client.sso.addDomain({ organizationId, domain: textOf(values, "domain").trim() });
    if (data) onAdded(data);
    return { error };
  }, domainFieldErrors);
  return (
    <FormDialog
      open
      title={words.add}
      text={words.addText}
      submit={words.add}
      busy={form.busy}
      problem={form.problem}
      returnFocusTo={returnFocusTo}
      onSubmit={form.onSubmit}
      onClose={onClose}
    >
      <Field
        label={words.domain}
        name="domain"
        dir="ltr"
        inputMode="url"
        autoCapitalize="none"
        spellCheck={false}
        placeholder="example.com"
        autoComplete="off"
        required
        error={form.fieldErrors.domain}
      />
    </FormDialog>
  );
}

/** The parts of a TXT record, to copy. */
export function recordValues({ name, value }: DnsRecord, words: SsoDomainTexts): readonly CopyValue[] {
  return [
    { label: words.recordName, value: name, copy: words.copyName },
    { label: words.recordValue, value, copy: words.copyValue },
  ];
}

interface RecordDialogProps extends DialogProps {
  readonly domain: SsoDomain;
  readonly canVerify: boolean;
  onVerified(): void;
}

/** Shows the TXT record of a domain, and verifies it. */
export function RecordDialog(props: RecordDialogProps): ReactElement {
  const { organizationId, domain, canVerify, returnFocusTo, onVerified, onClose } = props;
  const client = useSsoClient();
  const { texts } = useAuthUi();
  const words = useSsoUi().texts.domains;
  const canCall = useCanCall();
  const asks = canVerify && !domain.verified && canCall("/sso/verify-domain") !== false;
  const form = useForm(async () => {
    if (!asks) {
      onClose();
      return { error: null };
    }
    const { error } = await client.sso.verifyDomain({ organizationId, domain: domain.domain });
    if (!error) onVerified();
    return { error };
  });
  return (
    <FormDialog
      open
      title={asks ? fill(words.recordTitle, { domain: isolateLtr(domain.domain) }) : isolateLtr(domain.domain)}
      text={domain.verified ? words.recordKept : words.recordText}
      submit={asks ? words.verify : texts.close}
      dismiss={asks ? texts.close : null}
      busy={form.busy}
      problem={form.problem}
      returnFocusTo={returnFocusTo}
      onSubmit={form.onSubmit}
      onClose={onClose}
    >
      <CopyValues values={recordValues(domain.record, words)} />
    </FormDialog>
  );
}

interface EnforcementDialogProps extends DialogProps {
  readonly domain: SsoDomain;
  onSaved(): void;
}

/** Asks whether users of a domain have to sign in with SSO. */
export function EnforcementDialog(props: EnforcementDialogProps): ReactElement {
  const { organizationId, domain, returnFocusTo, onSaved, onClose } = props;
  const client = useSsoClient();
  const { texts } = useAuthUi();
  const { domains: words, errors } = useSsoUi().texts;
  const [mode, setMode] = useState<SsoEnforcement>(domain.enforcement);
  const { data } = useQuery("/sso/providers", organizationId, () =>
    client.sso.providers({ query: { organizationId } }),
  );
  const providers = (data?.providers ?? []).filter((provider) => provider.domain.split(",").includes(domain.domain));
  const form = useForm(
    async (values) => {
      const providerId = textOf(values, "provider");
      const { error } = await client.sso.setEnforcement({
        organizationId,
        domain: domain.domain,
        enforcement: mode,
        ...(mode === "required" && providerId !== "" ? { providerId } : {}),
      });
      if (!error) onSaved();
      return { error };
    },
    {},
    // In this dialog, the error means that the domain has no provider.
    { SSO_PROVIDER_NOT_FOUND: errors.NO_TESTED_PROVIDER ?? "" },
  );
  return (
    <FormDialog
      open
      title={fill(words.enforcementTitle, { domain: isolateLtr(domain.domain) })}
      text={words.enforcementText}
      submit={texts.save}
      busy={form.busy}
      problem={form.problem}
      returnFocusTo={returnFocusTo}
      onSubmit={form.onSubmit}
      onClose={onClose}
    >
      <SelectField
        label={words.rule}
        name="enforcement"
        value={mode}
        options={(["off", "optional", "required"] as const).map((value) => ({ value, label: words.modes[value] }))}
        onChange={({ target }) => setMode(target.value as SsoEnforcement)}
      />
      {mode === "required" && providers.length > 1 ? (
        <SelectField
          label={words.provider}
          name="provider"
          defaultValue={domain.providerId ?? providers[0]?.providerId}
          options={providers.map(({ providerId, name }) => ({ value: providerId, label: name }))}
        />
      ) : null}
    </FormDialog>
  );
}
