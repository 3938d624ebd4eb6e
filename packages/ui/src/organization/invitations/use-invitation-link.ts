/** Loads the link of an invitation, for servers that don't send email. */

import { useAuthUi } from "../../provider/context.ts";
import { errorText } from "../../texts/texts.ts";
import { useOrganizationClient } from "../client.ts";

/**
 * Returns a function that loads the link with its secret. Only the inviter can load it.
 * @param onProblem receives the error's text, and the function then resolves to `null`
 */
export function useInvitationLink(onProblem: (text: string) => void): (invitationId: string) => Promise<string | null> {
  const client = useOrganizationClient();
  const { texts } = useAuthUi();
  return async (invitationId) => {
    const { data, error } = await client.organization.invitationLink({ invitationId });
    if (error) onProblem(errorText(texts, error));
    // The server knows the path of the app's page, because its emails link there too.
    return data?.url ?? null;
  };
}
