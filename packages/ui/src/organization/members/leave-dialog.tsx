/** The question before one leaves an organization. */

import type { ReactElement, RefObject } from "react";
import { fill } from "../../texts/texts.ts";
import { type ShownOrganization, useOrganizationClient } from "../client.ts";
import { QuestionDialog } from "../question-dialog.tsx";
import { useOrganizationUi } from "../ui.ts";

export interface LeaveDialogProps {
  readonly organization: ShownOrganization;
  readonly returnTo?: RefObject<HTMLElement | null>;
  onLeft(): void;
  onClose(): void;
}

/** The last owner is refused, and told so. */
export function LeaveDialog({ organization, onLeft, ...rest }: LeaveDialogProps): ReactElement {
  const client = useOrganizationClient();
  const { danger } = useOrganizationUi().texts.general;
  return (
    <QuestionDialog
      {...rest}
      title={fill(danger.leaveTitle, { name: organization.name })}
      text={danger.leaveText}
      submit={danger.leave}
      run={async () => {
        const result = await client.organization.leave({ organizationId: organization.id });
        if (!result.error) onLeft();
        return result;
      }}
    />
  );
}
