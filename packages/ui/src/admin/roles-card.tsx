/** What a user may do on the whole site. */

import { type ReactElement, useState } from "react";
import { Alert } from "../primitives/alert.tsx";
import { Button } from "../primitives/button.tsx";
import { Card } from "../primitives/card.tsx";
import { Checkbox } from "../primitives/checkbox.tsx";
import { useForm } from "../primitives/use-form.ts";
import type { UserCardProps } from "./admin-user.tsx";
import { rolesOf, useAdminClient } from "./client.ts";
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
    // Nobody is without a role: the first is what people have at least.
    const role = chosen.length > 0 ? chosen : [roles[0] ?? "user"];
    const result = await client.admin.setRole({ userId: user.id, role });
    if (result.error) return result;
    await onChanged();
    setSaved((count) => count + 1);
    return result;
  });
  return (
    <Card wide title={texts.roles.title} subtitle={texts.roles.subtitle}>
      {/* Begun anew with what is stored. */}
      <form className="lk-form" key={user.role} onSubmit={form.onSubmit}>
        {form.problem ? <Alert tone="error">{form.problem}</Alert> : null}
        {saved ? (
          <Alert key={saved} tone="success">
            {texts.roles.saved}
          </Alert>
        ) : null}
        {all.map((role) => (
          <Checkbox key={role} name={role} label={role} defaultChecked={own.includes(role)} disabled={isSelf} />
        ))}
        <Button type="submit" look="quiet" busy={form.busy} blocked={isSelf}>
          {texts.roles.submit}
        </Button>
      </form>
    </Card>
  );
}
