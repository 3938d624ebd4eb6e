/** The dialogs that create and edit an application. */

import type { NewOAuthClient, OAuthClient } from "@latchkey/oauth-provider";
import type { ReactElement, RefObject } from "react";
import { CopyValues } from "../primitives/copy-values.tsx";
import { Field } from "../primitives/field.tsx";
import { FormDialog } from "../primitives/form-dialog.tsx";
import { SelectField } from "../primitives/select-field.tsx";
import { TextAreaField } from "../primitives/text-area-field.tsx";
import { textOf, useForm } from "../primitives/use-form.ts";
import { useAuthUi } from "../provider/context.ts";
import { fill } from "../texts/texts.ts";
import { nameOf } from "./app-name.tsx";
import { useOAuthProviderClient, useOAuthProviderUi } from "./ui.ts";

interface DialogProps {
  readonly returnFocusTo: RefObject<HTMLElement | null>;
  onClose(): void;
}

/** Props for `CreateApplicationDialog`. */
export interface CreateApplicationDialogProps extends DialogProps {
  readonly organizationId: string;
  /** Receives the application. Its secret can't be read again. */
  onCreated(application: NewOAuthClient): void;
}

const fieldByErrorCode = { INVALID_CLIENT_METADATA: "redirectUris" };

/** Asks for the name, the type, and the redirect URIs. */
export function CreateApplicationDialog({
  organizationId,
  onCreated,
  ...dialog
}: CreateApplicationDialogProps): ReactElement {
  const client = useOAuthProviderClient();
  const { applications: words } = useOAuthProviderUi().texts;
  const form = useForm(async (values) => {
    const { data, error } = await client.oauth2.createClient({
      organizationId,
      client_name: textOf(values, "name").trim(),
      redirect_uris: linesOf(textOf(values, "redirectUris")),
      ...(textOf(values, "type") === "public" ? { token_endpoint_auth_method: "none" as const } : {}),
    });
    if (data) onCreated(data);
    return { error };
  }, fieldByErrorCode);
  const { confidential, public: open } = words.types;
  return (
    <FormDialog
      {...dialog}
      open
      title={words.createTitle}
      text={words.createText}
      submit={words.create}
      busy={form.busy}
      problem={form.problem}
      onSubmit={form.onSubmit}
    >
      <NameField error={form.fieldErrors.name} />
      <SelectField
        label={words.type}
        name="type"
        hint={words.typeHint}
        options={[
          { value: "confidential", label: confidential },
          { value: "public", label: open },
        ]}
      />
      <RedirectField error={form.fieldErrors.redirectUris} />
    </FormDialog>
  );
}

/** Props for `EditApplicationDialog`. */
export interface EditApplicationDialogProps extends DialogProps {
  readonly application: OAuthClient;
  onSaved(): void;
}

/** Changes the name and the redirect URIs, and shows the client ID. */
export function EditApplicationDialog({ application, onSaved, ...dialog }: EditApplicationDialogProps): ReactElement {
  const client = useOAuthProviderClient();
  const { texts } = useAuthUi();
  const { applications: words, ...more } = useOAuthProviderUi().texts;
  const { client_id, client_name: name, redirect_uris: uris } = application;
  const form = useForm(async (values) => {
    const update = {
      client_name: textOf(values, "name").trim(),
      redirect_uris: linesOf(textOf(values, "redirectUris")),
    };
    const { error } = await client.oauth2.updateClient({ client_id, update });
    if (!error) onSaved();
    return { error };
  }, fieldByErrorCode);
  return (
    <FormDialog
      {...dialog}
      open
      title={fill(words.editTitle, { name: nameOf(more, application) })}
      text={words.editText}
      submit={texts.save}
      busy={form.busy}
      problem={form.problem}
      onSubmit={form.onSubmit}
    >
      <NameField name={name} error={form.fieldErrors.name} />
      <RedirectField uris={uris} error={form.fieldErrors.redirectUris} />
      <CopyValues values={[{ label: words.clientId, value: client_id, copy: words.copyId }]} />
    </FormDialog>
  );
}

interface NameFieldProps {
  readonly name?: string | null;
  readonly error: string | undefined;
}

function NameField({ name, error }: NameFieldProps): ReactElement {
  const { applications: words } = useOAuthProviderUi().texts;
  return (
    <Field
      label={words.name}
      name="name"
      autoComplete="off"
      maxLength={255}
      required
      defaultValue={name ?? ""}
      error={error}
    />
  );
}

interface RedirectFieldProps {
  readonly uris?: readonly string[];
  readonly error: string | undefined;
}

function RedirectField({ uris = [], error }: RedirectFieldProps): ReactElement {
  const { applications: words } = useOAuthProviderUi().texts;
  return (
    <TextAreaField
      label={words.redirectUris}
      name="redirectUris"
      hint={words.redirectHint}
      rows={Math.min(Math.max(uris.length, 2), 8)}
      dir="ltr"
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      required
      defaultValue={uris.join("\n")}
      error={error}
    />
  );
}

/** Splits text with one redirect URI per line. URIs can't contain spaces. */
function linesOf(text: string): string[] {
  return [...new Set(text.split(/\s+/).filter((line) => line !== ""))];
}
