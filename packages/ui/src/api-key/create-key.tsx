/** The dialogs that create a key and show it once. */

import type { ReactElement, RefObject } from "react";
import { Checkbox } from "../primitives/checkbox.tsx";
import { Field } from "../primitives/field.tsx";
import { FormDialog } from "../primitives/form-dialog.tsx";
import { SecretDialog } from "../primitives/secret-dialog.tsx";
import { SelectField } from "../primitives/select-field.tsx";
import { textOf, useForm } from "../primitives/use-form.ts";
import { useAuthUi } from "../provider/context.ts";
import { useCapabilities } from "../provider/use-capabilities.ts";
import { fillCount } from "../texts/texts.ts";
import { type KeyScope, useApiKeyClient, useApiKeyUi } from "./ui.ts";

/** Props for `CreateKeyDialog`. */
export interface CreateKeyDialogProps {
  /** Missing for the user's own keys. */
  readonly organizationId: string | undefined;
  /** The organization's service account that gets the key. Missing for other keys. */
  readonly serviceAccountId?: string;
  readonly returnFocusTo: RefObject<HTMLElement | null>;
  /** Gets the key, which can't be read again. */
  onCreated(key: string): void;
  onClose(): void;
}

/** Lifetimes to choose from, in days. */
const lifetimes: readonly number[] = [7, 30, 90, 365];
const day = 86_400;

export function CreateKeyDialog({
  organizationId,
  serviceAccountId,
  returnFocusTo,
  onCreated,
  onClose,
}: CreateKeyDialogProps): ReactElement {
  const client = useApiKeyClient();
  const { texts } = useAuthUi();
  const { texts: words, scopes } = useApiKeyUi();
  const rules = useCapabilities()?.plugins["api-key"];
  const allowed = rules?.expiresIn ?? null;
  const form = useForm(
    async (values) => {
      const lifetime = textOf(values, "lifetime");
      const permissions = permissionsOf(scopes, values);
      const { data, error } = await client.apiKey.create({
        ...(organizationId === undefined ? {} : { organizationId }),
        ...(serviceAccountId === undefined ? {} : { serviceAccountId }),
        name: textOf(values, "name").trim(),
        ...(allowed === null || lifetime === "" ? {} : { expiresIn: Number(lifetime) * day }),
        ...(Object.keys(permissions).length === 0 ? {} : { permissions }),
      });
      if (data) onCreated(data.key);
      return { error };
    },
    { INVALID_NAME_LENGTH: "name" },
  );
  const choices = lifetimes.filter((days) => allowed && days * day >= allowed.min && days * day <= allowed.max);
  const canBeForever = allowed?.default === null;
  const options = [
    ...choices.map((days) => ({ value: String(days), label: fillCount(texts, words.days, days) })),
    ...(canBeForever ? [{ value: "", label: words.never }] : []),
  ];
  return (
    <FormDialog
      open
      title={words.createTitle}
      text={words.createText}
      submit={words.submit}
      busy={form.busy}
      problem={form.problem}
      returnFocusTo={returnFocusTo}
      onSubmit={form.onSubmit}
      onClose={onClose}
    >
      <Field
        label={words.name}
        name="name"
        autoComplete="off"
        maxLength={rules?.name.max}
        required
        error={form.fieldErrors.name}
      />
      {options.length > 0 ? (
        <SelectField
          label={words.lifetime}
          name="lifetime"
          options={options}
          defaultValue={choices.includes(90) ? "90" : (options[0]?.value ?? "")}
        />
      ) : null}
      {scopes.length > 0 ? (
        <fieldset className="lk-scopes">
          <legend className="lk-label">{words.scopes}</legend>
          {scopes.map((scope) => (
            <Checkbox key={fieldOf(scope)} name={fieldOf(scope)} label={scope.label} />
          ))}
        </fieldset>
      ) : null}
    </FormDialog>
  );
}

function fieldOf({ resource, action }: KeyScope): string {
  return `scope:${resource}:${action}`;
}

function permissionsOf(scopes: readonly KeyScope[], values: FormData): Record<string, string[]> {
  const chosen: Record<string, string[]> = {};
  for (const scope of scopes) {
    if (values.get(fieldOf(scope)) === null) continue;
    chosen[scope.resource] = [...(chosen[scope.resource] ?? []), scope.action];
  }
  return chosen;
}

/** Props for `RevealDialog`. */
export interface RevealDialogProps {
  readonly apiKey: string;
  readonly returnFocusTo: RefObject<HTMLElement | null>;
  onClose(): void;
}

/** Shows a new key once. */
export function RevealDialog({ apiKey, ...dialog }: RevealDialogProps): ReactElement {
  const { revealTitle: title, revealText: text, done, key, copy } = useApiKeyUi().texts;
  return (
    <SecretDialog {...dialog} title={title} text={text} done={done} values={[{ label: key, value: apiKey, copy }]} />
  );
}
