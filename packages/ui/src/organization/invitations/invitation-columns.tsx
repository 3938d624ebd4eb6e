/** The columns of the invitation table. */

import type { Invitation } from "@latchkey/organization";
import type { Column } from "../../primitives/data-table.tsx";
import { useAuthUi } from "../../provider/context.ts";
import { joinNames } from "../../texts/join-names.ts";
import { useOrganizationUi } from "../ui.ts";
import { useRoleList } from "../use-roles.ts";
import { useOrganizationServer } from "../use-server.ts";
import { type InvitationColumnsOptions, InvitationMenu } from "./invitation-menu.tsx";
import { isExpiredInvitation, isOpenInvitation } from "./invitation-status.ts";

/**
 * Email, role, team, inviter, and expiration. The team column is missing if no invitation has a team.
 * @param rows the invitations of the table
 */
export function useInvitationColumns(
  options: InvitationColumnsOptions,
  rows: readonly Invitation[] | null,
): readonly Column<Invitation>[] {
  const { organization } = options.membership;
  const { texts } = useAuthUi();
  const { invitations, members } = useOrganizationUi().texts;
  const hasTeams = useOrganizationServer().teams;
  const listRoles = useRoleList();
  const formatExpiry = useExpiry();
  const teamsOf = ({ teamId }: Invitation): string =>
    joinNames(
      texts.language,
      (teamId ?? "").split(",").flatMap((id) => organization.teams.find((team) => team.id === id)?.name ?? []),
    );
  const inviterOf = ({ inviterId }: Invitation): string =>
    organization.members.find(({ userId }) => userId === inviterId)?.user.name ?? "";
  const text = (value: string) => (
    <bdi className="lk-truncate" title={value}>
      {value}
    </bdi>
  );
  const team: Column<Invitation> = {
    id: "team",
    title: members.team,
    phone: "hidden",
    cell: (one) => text(teamsOf(one)),
  };
  return [
    {
      id: "email",
      title: texts.email,
      cell: ({ email }) => (
        <bdi className="lk-truncate lk-list-title" title={email}>
          {email}
        </bdi>
      ),
    },
    { id: "role", title: members.role, cell: ({ role }) => <bdi>{listRoles(role)}</bdi> },
    ...(hasTeams && rows?.some((one) => teamsOf(one) !== "") ? [team] : []),
    { id: "inviter", title: invitations.invitedBy, phone: "hidden", cell: (one) => text(inviterOf(one)) },
    {
      id: "expiresAt",
      title: invitations.expires,
      titleOnPhone: rows?.every(({ status }) => status === "pending") ?? false,
      cell: (one) => (
        <span className="lk-whole" title={one.expiresAt.toLocaleString(texts.language)}>
          {one.status === "pending" ? formatExpiry(one.expiresAt) : ""}
        </span>
      ),
    },
    {
      id: "actions",
      title: members.more,
      hideTitle: true,
      cell: (one) =>
        isOpenInvitation(one) || isExpiredInvitation(one) ? <InvitationMenu {...options} invitation={one} /> : null,
    },
  ];
}

/** Formats when an invitation expires, such as "in 6 days". */
function useExpiry(): (date: Date) => string {
  const { language } = useAuthUi().texts;
  const format = new Intl.RelativeTimeFormat(language, { numeric: "auto" });
  return (date) => {
    const hours = (date.getTime() - Date.now()) / 3_600_000;
    return Math.abs(hours) < 24
      ? format.format(Math.trunc(hours), "hour")
      : format.format(Math.round(hours / 24), "day");
  };
}
