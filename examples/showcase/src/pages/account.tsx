import { Account as AccountSections } from "@latchkey/ui";
import type { ReactElement } from "react";
import { client } from "../client.ts";

export function Account(): ReactElement {
  const { data } = client.useSession();
  return data ? <AccountSections title={`Hello, ${data.user.name}`} /> : <AccountSections />;
}
