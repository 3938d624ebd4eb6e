/** The dialog that creates or edits a webhook. */

import type { Webhook } from "@latchkey/events";
import { type ReactElement, type RefObject, useId, useState } from "react";
import type { HasPermission } from "../organization/use-membership.ts";
import { Checkbox } from "../primitives/checkbox.tsx";
import { Field, FieldNote, noteId } from "../primitives/field.tsx";
import { FormDialog } from "../primitives/form-dialog.tsx";
import { textOf, useForm } from "../primitives/use-form.ts";
import { useQuery } from "../primitives/use-query.ts";
import { organizationFamilies } from "./families.ts";
import { useEventsClient, useEventsUi } from "./ui.ts";

/** The owner of new webhooks: an organization or the whole site. */
export type WebhookListScope = { readonly organizationId: string } | { readonly site: true };

/** Props for `WebhookDialog`. */
export interface WebhookDialogProps {
  /** The owner of the webhook that it creates. */
  readonly scope: WebhookListScope;
  readonly can: HasPermission;
  /** The webhook to edit. `null` creates one. */
  readonly webhook: Webhook | null;
  readonly returnFocusTo: RefObject<HTMLElement | null>;
  /** Receives the signing secret, which can't be read again. */
  onCreated(secret: string): void;
  onSaved(): void;
  onClose(): void;
}

const everything = "*";

/** Asks for the URL and the events. */
export function WebhookDialog(props: WebhookDialogProps): ReactElement {
  const { scope, can, webhook, returnFocusTo, onCreated, onSaved, onClose } = props;
  const client = useEventsClient();
  const words = useEventsUi().texts.webhooks;
  const canSendLog = webhook === null && can("audit:export");
  const [chosen, setChosen] = useState<readonly string[]>(webhook?.events ?? []);
  const [isLog, setLog] = useState(webhook?.kind === "audit");
  const eventsId = useId();
  const isEverything = chosen.includes(everything);
  const choices = useChoices(webhook, webhook ? webhook.organizationId === null : "site" in scope);
  const form = useForm(
    async (values) => {
      const url = textOf(values, "url").trim();
      const events = values.getAll("events").map(String);
      if (events.length === 0 && !isLog) return { error: null, invalid: { events: words.noEvents } };
      if (webhook) {
        const { error } = await client.webhook.update({ id: webhook.id, url, ...(isLog ? {} : { events }) });
        if (!error) onSaved();
        return { error };
      }
      const input = isLog ? ({ kind: "audit" } as const) : { events };
      const { data, error } = await client.webhook.create({ ...scope, url, ...input });
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
      problem={form.problem}
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
        <fieldset
          className="lk-scopes"
          disabled={isLog}
          aria-describedby={form.fieldErrors.events ? noteId(eventsId) : undefined}
        >
          <legend className="lk-label">{words.events}</legend>
          {choices.map(({ value, label }) => (
            <Checkbox
              key={value}
              name="events"
              value={value}
              label={label}
              checked={isEverything || chosen.includes(value)}
              disabled={isEverything && value !== everything}
              onChange={(isChosen) =>
                setChosen(isChosen ? [...chosen, value] : chosen.filter((other) => other !== value))
              }
            />
          ))}
          <FieldNote inputId={eventsId} error={form.fieldErrors.events} />
        </fieldset>
      )}
      {canSendLog ? <Checkbox name="audit" label={words.sendAuditLog} checked={isLog} onChange={setLog} /> : null}
    </FormDialog>
  );
}

interface EventChoice {
  readonly value: string;
  readonly label: string;
}

/**
 * Returns the choices: all events, each kind that the server has, and single types that the webhook already gets.
 * @param isSite whether to include kinds that no organization has, such as sign-ins
 */
function useChoices(webhook: Webhook | null, isSite: boolean): readonly EventChoice[] {
  const client = useEventsClient();
  const { webhooks, audit } = useEventsUi().texts;
  const { data } = useQuery("/webhook/event-types", "types", () => client.webhook.eventTypes());
  const known = isSite ? Object.keys(audit.families) : organizationFamilies;
  const families = known.filter((family) => data?.some((type) => type.startsWith(family)));
  const single = (webhook?.events ?? []).filter((type) => !type.endsWith("*"));
  return [
    { value: everything, label: webhooks.allEvents },
    ...families.map((family) => ({ value: `${family}*`, label: audit.families[family] ?? `${family}*` })),
    ...single.map((type) => ({ value: type, label: audit.actions[type] ?? type })),
  ];
}
