/** The fields of an identity provider, in its dialog and in the setup. */

import type { SamlConfigInput, SetupProviderInput, SsoProvider } from "@latchkey/sso";
import { type ReactElement, useState } from "react";
import { Field, PasswordField } from "../primitives/field.tsx";
import { SelectField } from "../primitives/select-field.tsx";
import { TextAreaField } from "../primitives/text-area-field.tsx";
import { textOf } from "../primitives/use-form.ts";
import { useSsoUi } from "./ui.ts";

/** How an identity provider signs users in. */
export type SsoProtocol = "oidc" | "saml";

/** Returns the error codes that belong to a field. */
export function providerFieldErrors(protocol: SsoProtocol): Readonly<Record<string, string>> {
  const url = protocol === "oidc" ? "issuer" : "metadataUrl";
  return {
    INVALID_DOMAIN: "domain",
    PUBLIC_DOMAIN: "domain",
    DOMAIN_TAKEN: "domain",
    discovery_invalid_url: url,
    discovery_not_found: url,
    discovery_invalid_json: url,
    discovery_incomplete: url,
    discovery_timeout: url,
    issuer_mismatch: "issuer",
  };
}

const plain = { autoComplete: "off", autoCapitalize: "none", spellCheck: false, dir: "ltr" } as const;

interface ProviderFieldsProps {
  readonly protocol: SsoProtocol;
  /** The provider to edit. `null` for a new one. */
  readonly provider: SsoProvider | null;
  readonly errors: Readonly<Record<string, string>>;
  /** Initial name of a new provider. */
  readonly name?: string;
  readonly domain?: string;
}

/** Fields for the name, the domains, and the values from the provider's console. */
export function ProviderFields({ protocol, provider, errors, name, domain }: ProviderFieldsProps): ReactElement {
  const words = useSsoUi().texts.providers;
  const isNew = provider === null;
  return (
    <>
      <Field
        label={words.name}
        name="name"
        autoComplete="off"
        maxLength={100}
        required
        defaultValue={provider?.name ?? name}
        error={errors.name}
      />
      <Field
        {...plain}
        label={words.domains}
        name="domain"
        placeholder="example.com"
        hint={words.domainsHint}
        required
        defaultValue={provider?.domain.replaceAll(",", ", ") ?? domain}
        error={errors.domain}
      />
      {protocol === "oidc" ? (
        <>
          <Field
            {...plain}
            label={words.issuer}
            name="issuer"
            type="url"
            placeholder="https://"
            required
            defaultValue={provider?.issuer}
            error={errors.issuer}
          />
          <Field
            {...plain}
            label={words.clientId}
            name="clientId"
            required={isNew}
            placeholder={provider?.oidcConfig ? `…${provider.oidcConfig.clientIdLastFour}` : undefined}
            error={errors.clientId}
          />
          <PasswordField
            {...plain}
            label={words.clientSecret}
            name="clientSecret"
            required={isNew}
            hint={isNew ? undefined : words.keepSecret}
            error={errors.clientSecret}
          />
        </>
      ) : (
        <MetadataFields provider={provider} errors={errors} />
      )}
    </>
  );
}

type MetadataSource = "url" | "xml";

/** Where the metadata of a SAML provider comes from. */
function MetadataFields({ provider, errors }: Pick<ProviderFieldsProps, "provider" | "errors">): ReactElement {
  const words = useSsoUi().texts.providers;
  const stored = provider?.samlConfig?.metadataUrl ?? null;
  const [source, setSource] = useState<MetadataSource>(stored === null ? "xml" : "url");
  const isNew = provider === null;
  return (
    <>
      <SelectField
        label={words.metadataSource}
        name="metadataSource"
        value={source}
        options={(["xml", "url"] as const).map((value) => ({ value, label: words.metadataSources[value] }))}
        onChange={({ target }) => setSource(target.value as MetadataSource)}
      />
      {source === "url" ? (
        <>
          <Field
            {...plain}
            label={words.metadataUrl}
            name="metadataUrl"
            type="url"
            placeholder="https://"
            required
            hint={words.metadataUrlHint}
            defaultValue={stored ?? undefined}
            error={errors.metadataUrl}
          />
          {isNew ? <Field {...plain} label={words.entityId} name="issuer" required error={errors.issuer} /> : null}
        </>
      ) : (
        <TextAreaField
          {...plain}
          label={words.metadata}
          name="metadata"
          rows={6}
          required={isNew || stored !== null}
          hint={isNew || stored !== null ? words.metadataHint : words.keepSecret}
          error={errors.metadata}
        />
      )}
    </>
  );
}

/** Reads the metadata from the fields. `null` if nothing changes. */
export function readMetadata(values: FormData, stored: string | null): SamlConfigInput | null {
  const [metadataUrl, metadata] = [textOf(values, "metadataUrl").trim(), textOf(values, "metadata").trim()];
  if (textOf(values, "metadataSource") === "url") return metadataUrl === stored ? null : { metadataUrl };
  return metadata === "" ? null : { idpMetadata: { metadata } };
}

/** The values of the fields. For SAML providers, the issuer is in the metadata. */
export type ProviderValues = Omit<SetupProviderInput, "providerId">;

/** Reads the fields of a new provider. */
export function readNewProvider(values: FormData, protocol: SsoProtocol): ProviderValues {
  const text = (name: string): string => textOf(values, name).trim();
  const common = { name: text("name"), domain: text("domain") };
  if (protocol === "saml") {
    const samlConfig = readMetadata(values, null) ?? {};
    return { ...common, issuer: text("issuer") || entityIdOf(text("metadata")), samlConfig };
  }
  const oidcConfig = { clientId: text("clientId"), clientSecret: text("clientSecret") };
  return { ...common, issuer: text("issuer"), oidcConfig };
}

/**
 * Returns the issuer from SAML metadata, or `unknown` if there's none. The server parses the metadata, and rejects
 * anything else.
 */
export function entityIdOf(metadata: string): string {
  const [, found = "unknown"] =
    /<(?:[\w-]+:)?EntityDescriptor\b[^>]*?\sentityID\s*=\s*["']([^"']+)["']/.exec(metadata) ?? [];
  return found.replaceAll("&amp;", "&");
}
