/** The confirmation before a member leaves an organization. */

import type { ReactElement, RefObject } from "react";
import { fill } from "../../texts/texts.ts";
import type { OrganizationDetails } from "../client.ts";
import { ConfirmActionDialog } from "../confirm-action-dialog.tsx";
import { useOrganizationUi } from "../ui.ts";
import { useDeparture } from "../use-departure.ts";

export interface LeaveDialogProps {
  readonly organization: Pick<OrganizationDetails, "id" | "name">;
  readonly returnTo?: RefObject<HTMLElement | null>;
  onLeft(): void;
  onClose(): void;
}

/** The last owner can't leave and sees the error. */
export function LeaveDialog({ organization, onLeft, ...rest }: LeaveDialogProps): ReactElement {
  const depart = useDeparture();
  const { danger } = useOrganizationUi().texts;
  return (
    <ConfirmActionDialog
      {...rest}
      title={fill(danger.leaveTitle, { name: organization.name })}
      text={danger.leaveText}
      submit={danger.leave}
      run={async () => {
        const result = await depart("leave", organization.id);
        if (!result.error) onLeft();
        return result;
      }}
    />
  );
}
