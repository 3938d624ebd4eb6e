/** Whether the user can create organizations. */

import { useAccountState } from "../../account/account-state.ts";
import { useCapabilities } from "../../provider/use-capabilities.ts";
import { useOrganizationServer } from "../use-server.ts";

/** The server decides for each user, because an app can limit organizations. */
export function useCanCreate(): boolean {
  const { create } = useOrganizationServer();
  const hasState = useCapabilities() !== null;
  const { data } = useAccountState();
  if (create === "none") return false;
  return hasState ? data?.canCreateOrganization === true : true;
}
