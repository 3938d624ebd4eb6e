/** Deleting a user. */

import { type ReactElement, useState } from "react";
import { Alert } from "../primitives/alert.tsx";
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
  const remove = async (): Promise<void> => {
    const { error } = await client.admin.removeUser({ userId: user.id });
    if (error) setProblem(errorText(texts, error));
    else navigate(path);
  };
  return (
    <Card wide title={own.remove.title} subtitle={own.remove.text} className="lk-card-danger">
      {problem ? <Alert tone="error">{problem}</Alert> : null}
      <ConfirmDialog
        trigger={<Button look="danger">{own.remove.open}</Button>}
        title={fill(own.remove.confirmTitle, { email: user.email })}
        text={own.remove.text}
        confirm={own.remove.confirm}
        onConfirm={() => void remove()}
      />
    </Card>
  );
}
