/** Invites several people and keeps track of the result for each. */

import type { Invitation } from "@latchkey/organization";
import type { ClientError } from "@latchkey/react";
import { useState } from "react";
import { useAuthUi } from "../../provider/context.ts";
import { errorText } from "../../texts/texts.ts";
import { useOrganizationClient } from "../client.ts";

/** Path of the call that invites. */
export const invitePath = "/organization/invite-member";

/** Errors that don't depend on the email, so the emails after it would get them, too. */
const codesForAll: ReadonlySet<string> = new Set([
  "INVITATION_LIMIT_REACHED",
  "TEAM_MEMBER_LIMIT_REACHED",
  "ORGANIZATION_MEMBERSHIP_LIMIT_REACHED",
  "YOU_ARE_NOT_ALLOWED_TO_INVITE_USERS_TO_THIS_ORGANIZATION",
  "YOU_ARE_NOT_ALLOWED_TO_INVITE_USER_WITH_THIS_ROLE",
  "YOU_ARE_NOT_ALLOWED_TO_CREATE_A_NEW_TEAM_MEMBER",
  "NOT_ALLOWED_WHILE_IMPERSONATING",
  "ORGANIZATION_NOT_FOUND",
  "MEMBER_NOT_FOUND",
  "ROLE_NOT_FOUND",
  "TEAM_NOT_FOUND",
]);

function isForAll({ code, status }: ClientError): boolean {
  return codesForAll.has(code) || status === 0 || status === 401 || status === 429 || status >= 500;
}

/** The result of one attempt. */
export interface InviteOutcome {
  readonly sent: number;
  /** Why it stopped before the last email. */
  readonly error: ClientError | null;
}

/** The results of inviting. */
export interface InviteState {
  /** The invitations so far, including those of earlier attempts. */
  readonly created: readonly Invitation[];
  /** Why emails were rejected, by email. */
  readonly failures: Readonly<Record<string, string>>;
  /** Invites each of the emails, until an error that the rest would get, too. */
  invite(emails: readonly string[], role: string, teamId: string): Promise<InviteOutcome>;
}

/**
 * Returns the results of inviting, and a function to invite people.
 * @param organizationId the organization to join
 */
export function useInvite(organizationId: string): InviteState {
  const client = useOrganizationClient();
  const { texts } = useAuthUi();
  const [created, setCreated] = useState<readonly Invitation[]>([]);
  const [failures, setFailures] = useState<Readonly<Record<string, string>>>({});
  return {
    created,
    failures,
    async invite(emails, role, teamId) {
      const done: Invitation[] = [];
      const failed: Record<string, string> = {};
      let stopped: ClientError | null = null;
      const team = teamId === "" ? {} : { teamId };
      // Sent sequentially, so that the server's limits count them correctly.
      for (const email of emails) {
        const { data, error } = await client.organization.inviteMember({ email, role, organizationId, ...team });
        if (data) done.push(data);
        else if (isForAll(error)) {
          stopped = error;
          break;
        } else failed[email] = errorText(texts, error);
      }
      setCreated((before) => [...before, ...done]);
      setFailures(failed);
      return { sent: done.length, error: stopped };
    },
  };
}
