/** Whether the signed-in user can open the admin pages. */

import { useEffect, useState } from "react";
import { useCanCall } from "../provider/use-can-call.ts";
import { type AdminClient, useAdminClient } from "./client.ts";

/** Results by client, so that opening the menu again sends no request. */
const results = new WeakMap<AdminClient, { readonly key: string; readonly result: Promise<boolean> }>();

/**
 * Asks the server again only if the user or their role changes. Unlike `/admin/capabilities`, the call succeeds for
 * everyone, so the menu causes no errors for other users. The server checks permissions again for each admin call.
 */
export function useIsAdmin(): boolean {
  const client = useAdminClient();
  const user = client.useSession().data?.user as { readonly id: string; readonly role?: string | null } | undefined;
  const key = user ? `${user.id} ${user.role ?? ""}` : null;
  const canCheck = useCanCall()("/admin/has-permission");
  const [admin, setAdmin] = useState<string | null>(null);
  useEffect(() => {
    if (key === null || !canCheck) return;
    let isCurrent = true;
    void readIsAdmin(client, key).then((isAdmin) => isCurrent && setAdmin(isAdmin ? key : null));
    return () => {
      isCurrent = false;
    };
  }, [client, key, canCheck]);
  return key !== null && admin === key;
}

function readIsAdmin(client: AdminClient, key: string): Promise<boolean> {
  const cached = results.get(client);
  if (cached?.key === key) return cached.result;
  const result = fetchIsAdmin(client).catch(() => false);
  results.set(client, { key, result });
  return result;
}

async function fetchIsAdmin({ admin }: AdminClient): Promise<boolean> {
  for (const permissions of [{ user: ["list"] }, { audit: ["list"] }, { organization: ["list"] }]) {
    const { data } = await admin.hasPermission({ permissions });
    if (data?.success) return true;
  }
  return false;
}
