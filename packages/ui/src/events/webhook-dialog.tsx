/** The dialog that creates or edits a webhook. */

import type { Webhook } from "@latchkey/events";
import { type ReactElement, type RefObject, useState } from "react";
import type { Membership } from "../organization/use-membership.ts";
import { Checkbox } from "../primitives/checkbox.tsx";
import { Field } from "../primitives/field.tsx";
import { FormDialog } from "../primitives/form-dialog.tsx";
import { textOf, useForm } from "../primitives/use-form.ts";
import { useQuery } from "../primitives/use-query.ts";
import { organizationFamilies } from "./families.ts";
import { useEventsClient, useEventsUi } from "./ui.ts";

/** Props of `WebhookDialog`. */
export interface WebhookDialogProps {
  readonly membership: Membership;
  /** The webhook to edit. `null` creates one. */
  readonly webhook: Webhook | null;
  readonly returnFocusTo: RefObject<HTMLElement | null>;
  /** Gets the signing secret, which can't be read again. */
  onCreated(secret: string): void;
  onSaved(): void;
  onClose(): void;
}

const everything = "*";

/** Asks for the URL and the events. */
export function WebhookDialog(props: WebhookDialogProps): ReactElement {
  const { membership, webhook, returnFocusTo, onCreated, onSaved, onClose } = props;
  const client = useEventsClient();
  const words = useEventsUi().texts.webhooks;
  const canSendLog = webhook === null && membership.can("audit:export");
  const [missing, setMissing] = useState<string | null>(null);
  const choices = useChoices(webhook);
  const form = useForm(
    async (values) => {
      setMissing(null);
      const url = textOf(values, "url").trim();
      const events = values.getAll("events").map(String);
      const isLog = webhook?.kind === "audit" || values.get("audit") !== null;
      if (events.length === 0 && !isLog) {
        setMissing(words.noEvents);
        return { error: null };
      }
      if (webhook) {
        const { error } = await client.webhook.update({ id: webhook.id, url, ...(isLog ? {} : { events }) });
        if (!error) onSaved();
        return { error };
      }
      const organizationId = membership.organization.id;
      const input = isLog ? ({ kind: "audit" } as const) : { events };
      const { data, error } = await client.webhook.create({ organizationId, url, ...input });
      if (data) onCreated(data.secret);
      return { error };
    },
    { INVALID_WEBHOOK_URL: "url" },
  );
  return (
    <FormDialog
      open
      title={webhook ? words.editTitle : words.createTitle}
      text={words.dialogText}
      submit={webhook ? words.save : words.create}
      busy={form.busy}
      problem={form.problem ?? missing}
      returnFocusTo={returnFocusTo}
      onSubmit={form.onSubmit}
      onClose={onClose}
    >
      <Field
        label={words.url}
        name="url"
        type="url"
        dir="ltr"
        placeholder="https://"
        autoComplete="off"
        defaultValue={webhook?.url}
        required
        error={form.fieldErrors.url}
      />
      {webhook?.kind === "audit" ? null : (
        <fieldset className="lk-scopes">
          <legend className="lk-label">{words.events}</legend>
          {choices.map(({ value, label }) => (
            <Choice key={value} value={value} label={label} isChosen={webhook?.events.includes(value) ?? false} />
          ))}
        </fieldset>
      )}
      {canSendLog ? <Checkbox name="audit" label={words.sendAuditLog} /> : null}
    </FormDialog>
  );
}

interface EventChoice {
  readonly value: string;
  readonly label: string;
}

/** All events, each kind that the server has for organizations, and the single types that the webhook has already. */
function useChoices(webhook: Webhook | null): readonly EventChoice[] {
  const client = useEventsClient();
  const { webhooks, audit } = useEventsUi().texts;
  const { data } = useQuery("types", () => client.webhook.eventTypes());
  const families = organizationFamilies.filter((family) => data?.some((type) => type.startsWith(family)));
  const single = (webhook?.events ?? []).filter((type) => !type.endsWith("*"));
  return [
    { value: everything, label: webhooks.allEvents },
    ...families.map((family) => ({ value: `${family}*`, label: audit.families[family] ?? `${family}*` })),
    ...single.map((type) => ({ value: type, label: audit.actions[type] ?? type })),
  ];
}

function Choice({ value, label, isChosen }: EventChoice & { readonly isChosen: boolean }): ReactElement {
  return (
    <label className="lk-check">
      <input type="checkbox" name="events" value={value} defaultChecked={isChosen} />
      <span className="lk-option-text">{label}</span>
    </label>
  );
}
