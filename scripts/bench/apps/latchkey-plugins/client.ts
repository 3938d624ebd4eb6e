/** The app's client code and its server calls. */

import { adminClient } from "@latchkey/admin/client";
import { organizationClient } from "@latchkey/organization/client";
import { createAuthClient } from "@latchkey/react";
import { twoFactorClient } from "@latchkey/two-factor/client";
import { usernameClient } from "@latchkey/username/client";
import { auth, type Session } from "./auth.ts";

const client = createAuthClient<typeof auth>({
  plugins: [usernameClient(), twoFactorClient(), adminClient(), organizationClient()],
});

/** Uses the results, so that the compiler has to resolve their types. */
export async function enter(email: string, password: string): Promise<(string | null | undefined)[]> {
  const up = await client.signUp.email({ name: "Ann", email, password, username: "ann" });
  const into = await client.signIn.email({ email, password });
  const named = await client.signIn.username({ username: "ann", password });
  const verified = await client.twoFactor.verifyTotp({ code: "123456" });
  const enabled = await client.twoFactor.enable({ password });
  return [up.data?.user?.email, into.error?.code, named.error?.code, verified.data?.token, enabled.error?.message];
}

export async function work(): Promise<(string | null | undefined)[]> {
  const made = await client.organization.create({ name: "Acme", slug: "acme" });
  const invited = await client.organization.inviteMember({ email: "bob@example.com", role: "member" });
  const listed = await client.organization.list();
  const whole = await client.organization.getFullOrganization();
  return [made.data?.name, invited.data?.email, listed.data?.[0]?.slug, whole.data?.members[0]?.role];
}

export async function administer(userId: string): Promise<(string | null | undefined)[]> {
  const users = await client.admin.listUsers({ query: { limit: 10 } });
  const banned = await client.admin.banUser({ userId, banReason: "spam" });
  const acting = await client.admin.impersonateUser({ userId });
  return [users.data?.users[0]?.email, banned.data?.user.name, acting.data?.session.id];
}

export function useName(): string {
  const { data, isPending } = client.useSession();
  const { data: organization } = client.useActiveOrganization();
  return isPending ? "" : `${data?.user.username} (${data?.user.role}) of ${organization?.name}`;
}

/** The same on the server. */
export async function serve(headers: Headers): Promise<(string | null | undefined)[]> {
  const session: Session | null = await auth.api.getSession({ headers });
  const users = await auth.api.listUsers({ query: { limit: 10 }, headers });
  const made = await auth.api.createOrganization({ body: { name: "Acme", slug: "acme" }, headers });
  return [session?.session.activeOrganizationId, session?.user.role, users.users[0]?.email, made?.name];
}
