/** The end: of one's own membership, or of the whole organization. */

import { type ReactElement, useState } from "react";
import { Button } from "../../primitives/button.tsx";
import { Card } from "../../primitives/card.tsx";
import { classNames } from "../../primitives/class-names.ts";
import { Field } from "../../primitives/field.tsx";
import { FormDialog } from "../../primitives/form-dialog.tsx";
import { textOf, useForm } from "../../primitives/use-form.ts";
import { fill } from "../../texts/texts.ts";
import { type ShownOrganization, useOrganizationClient } from "../client.ts";
import { ForOrganization } from "../for-organization.tsx";
import { LeaveDialog } from "../members/leave-dialog.tsx";
import { useOrganizationUi } from "../ui.ts";
import { useMay } from "../use-active.ts";

/** What `DangerCard` takes. */
export interface DangerCardProps {
  readonly className?: string;
  /** The person left the organization, or deleted it. */
  onLeft?(): void;
}

/** Leaving the active organization, and deleting it for those who may. */
export function DangerCard(props: DangerCardProps): ReactElement {
  return <ForOrganization>{({ organization }) => <Danger {...props} organization={organization} />}</ForOrganization>;
}

interface DangerProps extends DangerCardProps {
  readonly organization: ShownOrganization;
}

function Danger({ organization, className, onLeft }: DangerProps): ReactElement {
  const { danger } = useOrganizationUi().texts.general;
  const mayDelete = useMay("organization", "delete");
  const [asked, setAsked] = useState<"leave" | "delete" | null>(null);
  const close = (): void => setAsked(null);
  const done = (): void => {
    close();
    onLeft?.();
  };
  return (
    <Card wide title={danger.title} className={classNames("lk-card-danger", className)}>
      <div className="lk-endings">
        <p className="lk-part-text">{danger.leaveText}</p>
        <Button look="quiet" onClick={() => setAsked("leave")}>
          {danger.leave}
        </Button>
      </div>
      {mayDelete ? (
        <div className="lk-endings">
          <p className="lk-part-text">{danger.removeText}</p>
          <Button look="danger" onClick={() => setAsked("delete")}>
            {danger.remove}
          </Button>
        </div>
      ) : null}
      {asked === "leave" ? <LeaveDialog organization={organization} onLeft={done} onClose={close} /> : null}
      {asked === "delete" ? <DeleteDialog organization={organization} onDeleted={done} onClose={close} /> : null}
    </Card>
  );
}

interface DeleteDialogProps {
  readonly organization: ShownOrganization;
  onDeleted(): void;
  onClose(): void;
}

const differs = { code: "SLUG_DIFFERS", message: "", status: 0, statusText: "", details: {} } as const;

function DeleteDialog({ organization, onDeleted, onClose }: DeleteDialogProps): ReactElement {
  const client = useOrganizationClient();
  const { danger } = useOrganizationUi().texts.general;
  const { id, name, slug } = organization;
  const form = useForm(
    async (values) => {
      if (textOf(values, "slug").trim().toLowerCase() !== slug) return { error: differs };
      const result = await client.organization.delete({ organizationId: id });
      if (!result.error) onDeleted();
      return result;
    },
    { SLUG_DIFFERS: "slug" },
  );
  return (
    <FormDialog
      open
      look="danger"
      title={fill(danger.removeTitle, { name })}
      text={danger.removeText}
      submit={danger.removeSubmit}
      busy={form.busy}
      problem={form.problem}
      onSubmit={form.onSubmit}
      onClose={onClose}
    >
      <Field
        label={fill(danger.confirm, { slug })}
        name="slug"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        required
        error={form.fieldErrors.slug}
      />
    </FormDialog>
  );
}
