/** The dialog that deletes a directory. */

import type { ScimConnection } from "@latchkey/scim";
import type { ReactElement, RefObject } from "react";
import { FormDialog } from "../primitives/form-dialog.tsx";
import { SelectField } from "../primitives/select-field.tsx";
import { useForm } from "../primitives/use-form.ts";
import { fill } from "../texts/texts.ts";
import { useScimClient, useScimUi } from "./ui.ts";

/** Props for `DeleteDialog`. */
export interface DeleteDialogProps {
  readonly connection: ScimConnection;
  readonly returnFocusTo: RefObject<HTMLElement | null>;
  onDeleted(): void;
  onClose(): void;
}

/** Asks what happens to the members whom the directory added. */
export function DeleteDialog({ connection, returnFocusTo, onDeleted, onClose }: DeleteDialogProps): ReactElement {
  const client = useScimClient();
  const words = useScimUi().texts;
  const form = useForm(async (values) => {
    const members = values.get("members") === "deprovision" ? ("deprovision" as const) : ("keep" as const);
    // The server ends a limited number of memberships in each call.
    for (;;) {
      const { data, error } = await client.scim.deleteConnection({ id: connection.id, members });
      if (error) return { error };
      if (data.remaining === 0) break;
    }
    onDeleted();
    return { error: null };
  });
  return (
    <FormDialog
      open
      variant="destructive"
      title={fill(words.deleteTitle, { name: connection.name })}
      text={words.deleteText}
      submit={words.remove}
      busy={form.busy}
      problem={form.problem}
      returnFocusTo={returnFocusTo}
      onSubmit={form.onSubmit}
      onClose={onClose}
    >
      <SelectField
        label={words.members}
        name="members"
        options={[
          { value: "keep", label: words.keepMembers },
          { value: "deprovision", label: words.endMembers },
        ]}
      />
    </FormDialog>
  );
}
