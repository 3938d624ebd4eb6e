/** The app's client code and its server calls. */

import { createAuthClient } from "@latchkey/react";
import { auth, type Session } from "./auth.ts";

const client = createAuthClient<typeof auth>();

/** As many calls as on three pages. Uses the results, so that the compiler has to resolve their types. */
export async function enter(email: string, password: string): Promise<string[]> {
  const up = await client.signUp.email({ name: "Ann", email, password, company: "Acme", seats: 3 });
  const upAgain = await client.signUp.email({ name: "Bob", email, password, company: "Acme" });
  const plain = await client.signUp.email({ name: "Cid", email, password });
  const into = await client.signIn.email({ email, password });
  const shortly = await client.signIn.email({ email, password, rememberMe: false });
  const onwards = await client.signIn.email({ email, password, callbackURL: "/welcome" });
  const users = [up.data?.user, upAgain.data?.user, plain.data?.user, into.data?.user, shortly.data?.user];
  return [...users.map((user) => user?.email ?? ""), onwards.data?.token ?? "", up.error?.message ?? ""];
}

export async function look(): Promise<(string | undefined | null)[]> {
  const session = await client.getSession();
  const stored = await client.getSession({ query: { disableCookieCache: true } });
  const unmoved = await client.getSession({ query: { disableRefresh: true } });
  const company: string | null | undefined = session.data?.user.company;
  const seats: number | null | undefined = stored.data?.user.seats;
  const expires: Date | undefined = unmoved.data?.session.expiresAt;
  return [company, String(seats), expires?.toISOString(), session.data?.user.plan, stored.error?.message];
}

export async function leave(): Promise<boolean> {
  const listed = await client.listSessions();
  const [first, second] = listed.data ?? [];
  const one = await client.revokeSession({ token: first?.token ?? "" });
  const two = await client.revokeSession({ token: second?.token ?? "" });
  const others = await client.revokeOtherSessions();
  const all = await client.revokeSessions();
  const relisted = await client.listSessions();
  const out = await client.signOut();
  const done = [one, two, others, all].every(({ data }) => data?.status === true);
  return done && out.data?.success === true && relisted.error === null;
}

export function useName(): string {
  const { data, isPending, error } = client.useSession();
  return isPending || error ? "" : `${data?.user.name} of ${data?.user.company}`;
}

/** The same on the server. */
export async function serve(headers: Headers): Promise<string | null | undefined> {
  const session = await auth.api.getSession({ headers });
  const signedIn = await auth.api.signInEmail({ body: { email: "ann@example.com", password: "correct horse" } });
  const made = await auth.api.signUpEmail({ body: { name: "Ann", email: "a@example.com", password: "x", seats: 2 } });
  const sessions = await auth.api.listSessions({ headers });
  await auth.api.signOut({ headers });
  const known: Session | null = session;
  return known?.user.company ?? signedIn.user.email ?? made.user.name ?? sessions[0]?.token;
}
