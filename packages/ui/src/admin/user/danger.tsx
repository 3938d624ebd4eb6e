/** Deletes the user. */

import type { ReactElement } from "react";
import { Button } from "../../primitives/button.tsx";
import { Row, Rows } from "../../primitives/row.tsx";
import { Section } from "../../primitives/section.tsx";
import { useAdminAccess } from "../access.tsx";
import { useAdminUi } from "../plugin.tsx";
import type { UserSecurityProps } from "./security.tsx";

/** Renders nothing if the admin can't delete this user. */
export function UserDanger({ user, onCommand }: UserSecurityProps): ReactElement | null {
  const access = useAdminAccess();
  const { remove, user: words } = useAdminUi().texts;
  if (!access.canDo("remove", user)) return null;
  return (
    <Section title={words.danger}>
      <Rows>
        <Row
          label={remove.title}
          value={<span className="lk-note">{remove.text}</span>}
          actions={
            <Button
              variant="destructive"
              size="small"
              onClick={(event) => onCommand("remove", [user], event.currentTarget)}
            >
              {remove.open}
            </Button>
          }
        />
      </Rows>
    </Section>
  );
}
