/** The card for deleting a user. */

import type { ClientError } from "@latchkey/react";
import { type ReactElement, useState } from "react";
import { ErrorAlert } from "../primitives/alert.tsx";
import { Button } from "../primitives/button.tsx";
import { Card } from "../primitives/card.tsx";
import { ConfirmDialog } from "../primitives/confirm-dialog.tsx";
import { useAuthUi } from "../provider/context.ts";
import { errorText, fill } from "../texts/texts.ts";
import { type ManagedUser, useAdminClient } from "./client.ts";
import { useAdminUi } from "./plugin.tsx";

export function RemoveCard({ user }: { readonly user: ManagedUser }): ReactElement {
  const client = useAdminClient();
  const { texts, navigate } = useAuthUi();
  const { texts: own, path } = useAdminUi();
  const [problem, setProblem] = useState<string | null>(null);
  const [owned, setOwned] = useState<string | null>(null);
  const remove = async (solelyOwned: "refuse" | "delete"): Promise<void> => {
    const { error } = await client.admin.removeUser({ userId: user.id, solelyOwned });
    if (!error) return navigate(path);
    // The choice is offered only for organizations that the admin has seen listed.
    const organizations = solelyOwned === "refuse" ? solelyOwnedNames(error) : null;
    setOwned(organizations);
    const facts = { email: user.email, organizations: organizations ?? "" };
    setProblem(organizations === null ? errorText(texts, error) : fill(own.remove.onlyOwner, facts));
  };
  return (
    <Card wide title={own.remove.title} subtitle={own.remove.text} className="lk-card-danger">
      <ErrorAlert error={problem} />
      <ConfirmDialog
        trigger={<Button variant="destructive">{own.remove.open}</Button>}
        title={fill(own.remove.confirmTitle, { email: user.email })}
        text={own.remove.text}
        confirm={own.remove.confirm}
        onConfirm={() => void remove("refuse")}
      />
      {owned === null ? null : (
        <ConfirmDialog
          trigger={<Button variant="destructive">{own.remove.openAll}</Button>}
          title={fill(own.remove.confirmAllTitle, { email: user.email, organizations: owned })}
          text={own.remove.confirmAllText}
          confirm={own.remove.confirmAll}
          onConfirm={() => void remove("delete")}
        />
      )}
    </Card>
  );
}

/** The names of the organizations that the user owns alone, if that is why they weren't deleted. */
function solelyOwnedNames({ code, details }: ClientError): string | null {
  const organizations = details?.organizations;
  if (code !== "YOU_CANNOT_LEAVE_THE_ORGANIZATION_AS_THE_ONLY_OWNER" || !Array.isArray(organizations)) return null;
  const names = organizations.map((one: { readonly name?: unknown }) => String(one.name));
  return names.length === 0 ? null : names.join(", ");
}
