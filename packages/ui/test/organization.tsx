/** Users and their organizations on a site, set up without components. */

import { type InvitationMail, organization } from "@latchkey/organization";
import { createAccessControl, defaultStatements } from "@latchkey/organization/access";
import { organizationClient } from "@latchkey/organization/client";
import { testOrigin } from "@latchkey/test-kit";
import { waitFor } from "@testing-library/react";
import type { OrganizationClient } from "../src/organization/client.ts";
import { organizationUi } from "../src/organization/plugin.tsx";
import { slugify } from "../src/organization/slug.tsx";
import type { AuthUiProviderProps } from "../src/provider/provider.tsx";
import { type Site, startSite, type Visit } from "./site.tsx";

/** Props for `show`. */
export const ui: Partial<AuthUiProviderProps> = { plugins: [organizationUi()] };

/** A user's browser. */
export interface Guest extends Visit {
  /** The client's organization calls, without components. */
  readonly calls: OrganizationClient["organization"];
}

export interface Place {
  readonly site: Site;
  readonly mails: readonly InvitationMail[];
  /** Signs up or returns a user in a separate browser, with the account `{name}@example.com`. */
  enter(name: string): Promise<Guest>;
  /** A browser without an account. */
  stranger(): Guest;
  /** Creates an organization for its owner, and returns its id. */
  found(owner: string, name: string): Promise<string>;
  /** Adds a member, with roles separated by commas. */
  join(organizationId: string, name: string, role: string): Promise<void>;
  /** Invites a user, and returns the email. */
  invite(organizationId: string, name: string, role?: string): Promise<InvitationMail>;
  /** Returns the members' roles by user name. */
  rolesOf(organizationId: string): Promise<Record<string, string>>;
  memberOf(organizationId: string, name: string): Promise<string>;
}

export interface PlaceOptions {
  /**
   * Whether accepting an invitation by its id, without the secret from the email, requires a verified email. Default:
   * false.
   */
  readonly verifiedOnly?: boolean;
  /** Whether invitations are sent by email. Default: true. */
  readonly sendsMail?: boolean;
  /** The limit of an organization's pending invitations. */
  readonly invitationLimit?: number;
  /** Whether users can verify their email. Default: true. */
  readonly verifiesEmail?: boolean;
}

export async function startPlace(options: PlaceOptions = {}): Promise<Place> {
  const { verifiedOnly = false, sendsMail = true, verifiesEmail = true, invitationLimit } = options;
  const mails: InvitationMail[] = [];
  const access = { ac: createAccessControl({ ...defaultStatements }), dynamicAccessControl: { enabled: true } };
  const plugin = organization({
    ...access,
    requireEmailVerificationOnInvitation: verifiedOnly,
    invitationURL: "/organization/invitation",
    ...(invitationLimit === undefined ? {} : { invitationLimit }),
    ...(sendsMail ? { sendInvitationEmail: (mail: InvitationMail) => void mails.push(mail) } : {}),
  });
  const site = await startSite(
    {
      ...(verifiesEmail ? { emailVerification: { sendVerificationEmail: () => {} } } : {}),
      plugins: [plugin],
    },
    [organizationClient()],
  );
  const guests = new Map<string, Guest>();
  const owners = new Map<string, string>();
  const stranger = (): Guest => {
    const visit = site.visit();
    return Object.assign(visit, { calls: (visit.client as unknown as OrganizationClient).organization });
  };
  const post = async (guest: Guest, path: string, body: object): Promise<Record<string, unknown>> => {
    const reply = await guest.browser.post(path, body);
    if (reply.status !== 200) throw new Error(`${path}: ${JSON.stringify(reply.body)}`);
    return reply.body;
  };
  const enter = async (name: string): Promise<Guest> => {
    const known = guests.get(name);
    if (known) return known;
    const guest = stranger();
    await guest.browser.signUp(`${name}@example.com`);
    guests.set(name, guest);
    return guest;
  };
  const ownerOf = (organizationId: string): Promise<Guest> => enter(owners.get(organizationId) ?? "");
  const invite: Place["invite"] = async (organizationId, name, role = "member") => {
    const count = mails.length;
    const email = `${name}@example.com`;
    await post(await ownerOf(organizationId), "/organization/invite-member", {
      organizationId,
      email,
      role: role.split(","),
    });
    return waitFor(() => {
      const mail = mails.slice(count).find((sent) => sent.email === email);
      if (!mail) throw new Error(`No email arrived for ${email}.`);
      return mail;
    });
  };
  const membersOf = async (organizationId: string) => {
    const { body } = await (await ownerOf(organizationId)).browser.get<{
      members: { id: string; role: string; user: { name: string } }[];
    }>(`/organization/list-members?organizationId=${organizationId}`);
    return body.members;
  };
  return {
    site,
    mails,
    enter,
    stranger,
    invite,
    async found(owner, name) {
      const created = await post(await enter(owner), "/organization/create", { name, slug: slugify(name) });
      owners.set(String(created.id), owner);
      return String(created.id);
    },
    async join(organizationId, name, role) {
      const { id: invitationId } = await invite(organizationId, name, role);
      await post(await enter(name), "/organization/accept-invitation", { invitationId });
    },
    async rolesOf(organizationId) {
      return Object.fromEntries((await membersOf(organizationId)).map(({ user, role }) => [user.name, role]));
    },
    async memberOf(organizationId, name) {
      return (await membersOf(organizationId)).find(({ user }) => user.name === name)?.id ?? "";
    },
  };
}

/** Returns the page's query string from an email's link. */
export function pageOf({ url }: InvitationMail): string {
  const { origin, pathname, search } = new URL(url);
  if (origin !== testOrigin || pathname !== "/organization/invitation") throw new Error(`Unexpected link: ${url}`);
  return search;
}
