import { Account as AccountSections } from "@latchkey/ui";
import type { ReactElement } from "react";
import { client } from "../client.ts";

export function Account(): ReactElement | null {
  const { data } = client.useSession();
  if (!data) return null;
  return <AccountSections title={`Hello, ${data.user.name}`} />;
}
