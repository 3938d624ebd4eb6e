/** The dialog that edits an identity provider. */

import type { SsoProvider, UpdateSsoProviderInput } from "@latchkey/sso";
import type { ReactElement, RefObject } from "react";
import { FormDialog } from "../primitives/form-dialog.tsx";
import { textOf, useForm } from "../primitives/use-form.ts";
import { useAuthUi } from "../provider/context.ts";
import { fill } from "../texts/texts.ts";
import { ProviderFields, providerFieldErrors, readMetadata } from "./provider-fields.tsx";
import { useSsoClient, useSsoUi } from "./ui.ts";

interface ProviderDialogProps {
  readonly provider: SsoProvider;
  readonly returnFocusTo: RefObject<HTMLElement | null>;
  onSaved(): void;
  onClose(): void;
}

/** Sends only what was changed, because the issuer and the client ID can't change once users have signed in. */
export function ProviderDialog({ provider, returnFocusTo, onSaved, onClose }: ProviderDialogProps): ReactElement {
  const client = useSsoClient();
  const { texts } = useAuthUi();
  const words = useSsoUi().texts.providers;
  const form = useForm(async (values) => {
    const { error } = await client.sso.updateProvider({
      providerId: provider.providerId,
      ...changesOf(provider, values),
    });
    if (!error) onSaved();
    return { error };
  }, providerFieldErrors(provider.type));
  return (
    <FormDialog
      open
      title={fill(words.editTitle, { name: provider.name })}
      text={provider.type === "saml" ? words.editTextSaml : words.editText}
      submit={texts.save}
      busy={form.busy}
      problem={form.problem}
      returnFocusTo={returnFocusTo}
      onSubmit={form.onSubmit}
      onClose={onClose}
    >
      <ProviderFields protocol={provider.type} provider={provider} errors={form.fieldErrors} />
    </FormDialog>
  );
}

function changesOf(provider: SsoProvider, values: FormData): Omit<UpdateSsoProviderInput, "providerId"> {
  const read = (name: string): string => textOf(values, name).trim();
  const [clientId, clientSecret] = [read("clientId"), read("clientSecret")];
  const samlConfig = provider.samlConfig ? readMetadata(values, provider.samlConfig.metadataUrl) : null;
  const domain = read("domain").replaceAll(/\s/g, "");
  const isNew = (name: "name" | "issuer"): boolean => read(name) !== "" && read(name) !== provider[name];
  return {
    ...(isNew("name") ? { name: read("name") } : {}),
    ...(domain === provider.domain ? {} : { domain }),
    ...(isNew("issuer") ? { issuer: read("issuer") } : {}),
    ...(clientId || clientSecret
      ? { oidcConfig: { ...(clientId ? { clientId } : {}), ...(clientSecret ? { clientSecret } : {}) } }
      : {}),
    ...(samlConfig ? { samlConfig } : {}),
  };
}
