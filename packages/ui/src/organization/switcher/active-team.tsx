/** Chooses the session's active team. */

import { type ReactElement, useState } from "react";
import { SelectField } from "../../primitives/select-field.tsx";
import { useToast } from "../../primitives/toast.tsx";
import { useQuery } from "../../primitives/use-query.ts";
import { useAuthUi } from "../../provider/context.ts";
import { useCanCall } from "../../provider/use-can-call.ts";
import { errorText, fill } from "../../texts/texts.ts";
import { useOrganizationClient } from "../client.ts";
import { useOrganizationUi } from "../ui.ts";
import { readActiveTeamId } from "../use-membership.ts";

/** Lists the teams that the user is in. Renders nothing without any. */
export function ActiveTeam({ organizationId }: { readonly organizationId: string }): ReactElement | null {
  const client = useOrganizationClient();
  const { texts } = useAuthUi();
  const { switcher, teams } = useOrganizationUi().texts;
  const toast = useToast();
  const active = readActiveTeamId(client.useSession().data?.session) ?? "";
  const { data } = useQuery("/organization/list-user-teams", organizationId, () =>
    client.organization.listUserTeams({ query: { organizationId } }),
  );
  const canChoose = useCanCall()("/organization/set-active-team");
  const [pendingTeam, setPendingTeam] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  if (!canChoose || !data || data.length === 0) return null;
  const choose = async (teamId: string): Promise<void> => {
    setPendingTeam(teamId);
    const { error } = await client.organization.setActiveTeam({ teamId: teamId === "" ? null : teamId });
    setProblem(error ? errorText(texts, error) : null);
    const team = data.find(({ id }) => id === teamId)?.name;
    if (!error) toast({ text: team === undefined ? teams.deactivated : fill(teams.activated, { team }) });
    else setPendingTeam(null);
  };
  return (
    <SelectField
      label={switcher.team}
      options={[{ value: "", label: switcher.noTeam }, ...data.map(({ id, name }) => ({ value: id, label: name }))]}
      value={pendingTeam ?? active}
      error={problem}
      onChange={(event) => void choose(event.currentTarget.value)}
    />
  );
}
