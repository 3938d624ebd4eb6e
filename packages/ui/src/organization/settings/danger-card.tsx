/** The card for leaving or deleting the organization. */

import { type ReactElement, useState } from "react";
import { Button } from "../../primitives/button.tsx";
import { Card } from "../../primitives/card.tsx";
import { classNames } from "../../primitives/class-names.ts";
import { Field } from "../../primitives/field.tsx";
import { FormDialog } from "../../primitives/form-dialog.tsx";
import { textOf, useForm } from "../../primitives/use-form.ts";
import { fill } from "../../texts/texts.ts";
import { type OrganizationDetails, useOrganizationClient } from "../client.ts";
import { LeaveDialog } from "../members/leave-dialog.tsx";
import { useOrganizationUi } from "../ui.ts";
import { useHasPermission } from "../use-active-membership.ts";
import { WithOrganization } from "../with-organization.tsx";

/** Props of `DangerCard`. */
export interface DangerCardProps {
  readonly className?: string;
  /** Runs when the user has left or deleted the organization. */
  onLeft?(): void;
}

/** Lets members leave the active organization, and delete it if they have permission. */
export function DangerCard(props: DangerCardProps): ReactElement {
  return <WithOrganization>{({ organization }) => <Danger {...props} organization={organization} />}</WithOrganization>;
}

interface DangerProps extends DangerCardProps {
  readonly organization: OrganizationDetails;
}

function Danger({ organization, className, onLeft }: DangerProps): ReactElement {
  const { danger } = useOrganizationUi().texts.general;
  const canDelete = useHasPermission("organization", "delete");
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
        <Button variant="secondary" onClick={() => setAsked("leave")}>
          {danger.leave}
        </Button>
      </div>
      {canDelete ? (
        <div className="lk-endings">
          <p className="lk-part-text">{danger.removeText}</p>
          <Button variant="destructive" onClick={() => setAsked("delete")}>
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
  readonly organization: OrganizationDetails;
  onDeleted(): void;
  onClose(): void;
}

const slugMismatchError = { code: "SLUG_DIFFERS", message: "", status: 0, statusText: "", details: {} } as const;

function DeleteDialog({ organization, onDeleted, onClose }: DeleteDialogProps): ReactElement {
  const client = useOrganizationClient();
  const { danger } = useOrganizationUi().texts.general;
  const { id, name, slug } = organization;
  const form = useForm(
    async (values) => {
      if (textOf(values, "slug").trim().toLowerCase() !== slug) return { error: slugMismatchError };
      const result = await client.organization.delete({ organizationId: id });
      if (!result.error) onDeleted();
      return result;
    },
    { SLUG_DIFFERS: "slug" },
  );
  return (
    <FormDialog
      open
      variant="destructive"
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
