/** The card for a user's roles on the whole site. */

import { type ReactElement, useState } from "react";
import { Alert, ErrorAlert } from "../primitives/alert.tsx";
import { Button } from "../primitives/button.tsx";
import { Card } from "../primitives/card.tsx";
import { Checkbox } from "../primitives/checkbox.tsx";
import { useForm } from "../primitives/use-form.ts";
import { rolesOf, type UserCardProps, useAdminClient } from "./client.ts";
import { useAdminUi } from "./plugin.tsx";

export function RolesCard({ user, isSelf, onChanged }: UserCardProps): ReactElement {
  const client = useAdminClient();
  const { texts, roles } = useAdminUi();
  const [saved, setSaved] = useState(0);
  const own = rolesOf(user);
  const all = [...new Set([...roles, ...own])];
  const form = useForm(async (values) => {
    setSaved(0);
    const chosen = all.filter((role) => values.has(role));
    // Every user has at least one role, and the first is the default.
    const role = chosen.length > 0 ? chosen : [roles[0] ?? "user"];
    const result = await client.admin.setRole({ userId: user.id, role });
    if (result.error) return result;
    await onChanged();
    setSaved((count) => count + 1);
    return result;
  });
  return (
    <Card wide title={texts.roles.title} subtitle={texts.roles.subtitle}>
      {/* A new key resets the form to the stored roles. */}
      <form className="lk-form" key={user.role} onSubmit={form.onSubmit}>
        <ErrorAlert error={form.problem} />
        {saved ? (
          <Alert key={saved} tone="success">
            {texts.roles.saved}
          </Alert>
        ) : null}
        {all.map((role) => (
          <Checkbox key={role} name={role} label={role} defaultChecked={own.includes(role)} disabled={isSelf} />
        ))}
        <Button type="submit" variant="secondary" busy={form.busy} blocked={isSelf}>
          {texts.roles.submit}
        </Button>
      </form>
    </Card>
  );
}
