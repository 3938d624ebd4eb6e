/** Invites users to an organization and accepts invitations. */

import { randomBytes } from "node:crypto";
import { check } from "../ledger.ts";
import { described, pick, type SimulatedUser, sendAsUser, someSession } from "./person.ts";

/** Creates an organization if the user has none, or else invites another user. */
export async function invite(person: SimulatedUser): Promise<void> {
  const { account, ledger } = person;
  const jar = await someSession(person);
  if (!jar) return;
  if (!person.organizationId) {
    const slug = randomBytes(9).toString("hex");
    const made = await sendAsUser(person, jar, "/organization/create", { name: "A few", slug });
    if (made.status === 200) person.organizationId = String(made.body?.id);
    return;
  }
  const { organizationId } = person;
  const guest = pick(ledger.accounts.slice(-30));
  const open = guest && (ledger.openInvitations.get(guest.email) ?? []);
  if (!guest || !open || guest === account || open.some((one) => one.organizationId === organizationId)) return;
  const body = { email: guest.email, role: "member", organizationId };
  const reply = await person.caller.send("/organization/invite-member", jar, body);
  // The user may already be invited or a member, because an earlier request may not have been acknowledged.
  check(ledger, "an owner can invite", reply.isUnknown || [200, 400].includes(reply.status), () => described(reply));
  if (reply.status === 200)
    ledger.openInvitations.set(guest.email, [...open, { id: String(reply.body?.id), organizationId }]);
}

/** Accepts twice concurrently and a third time afterward. Exactly one creates the membership, which then persists. */
export async function accept(person: SimulatedUser): Promise<void> {
  const { account, caller, ledger } = person;
  const jar = await someSession(person);
  const open = ledger.openInvitations.get(account.email);
  const invitation = open?.at(-1);
  // The email may not have arrived yet.
  const invitationId = invitation && ledger.invitationTokens.get(invitation.id);
  if (!jar || !invitation || !invitationId) return;
  open?.pop();
  const use = () => caller.send("/organization/accept-invitation", new Map(jar), { invitationId });
  const replies = await Promise.all([use(), use()]);
  const uses = replies.filter(({ status }) => status === 200).length;
  const isOnce = uses === 1 || (uses === 0 && replies.some(({ isUnknown }) => isUnknown));
  check(ledger, "an invitation works once", isOnce, () => replies.map(described).join(", "));
  if (uses === 0) return;
  const again = await use();
  check(ledger, "a used invitation is rejected", again.isUnknown || again.status === 400, () => described(again));
  const listed = await sendAsUser(person, jar, "/organization/list");
  if (listed.status !== 200) return;
  const ids = (listed.body as unknown as readonly { readonly id: string }[]).map(({ id }) => id);
  check(ledger, "a membership is kept", ids.includes(invitation.organizationId), () => described(listed));
}
