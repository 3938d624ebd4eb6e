/** Invites several people and keeps track of the result for each. */

import type { Invitation } from "@latchkey/organization";
import { useState } from "react";
import { useAuthUi } from "../../provider/context.ts";
import { errorText } from "../../texts/texts.ts";
import { useOrganizationClient } from "../client.ts";

/** Path of the call that invites. */
export const invitePath = "/organization/invite-member";

/** The results of inviting. */
export interface InviteState {
  /** The invitations so far, including those of earlier attempts. */
  readonly created: readonly Invitation[];
  /** Why emails were rejected, by email. */
  readonly failures: Readonly<Record<string, string>>;
  /** Invites each of the emails. Resolves to the number of failures. */
  invite(emails: readonly string[], role: string, teamId: string): Promise<number>;
}

/** @param organizationId the organization to join */
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
      const team = teamId === "" ? {} : { teamId };
      // Sent sequentially, so that the server's limits count them correctly.
      for (const email of emails) {
        const { data, error } = await client.organization.inviteMember({ email, role, organizationId, ...team });
        if (data) done.push(data);
        else failed[email] = errorText(texts, error);
      }
      setCreated((before) => [...before, ...done]);
      setFailures(failed);
      return Object.keys(failed).length;
    },
  };
}
