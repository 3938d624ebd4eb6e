/** The users of the demo. Their passwords are published, so they exist in development and tests only. */

import { AuthError } from "@latchkey/core";

/** A user of the demo. */
export interface DemoPerson {
  readonly name: string;
  readonly email: string;
  readonly password: string;
  readonly role: "admin" | "user";
}

export const administrator: DemoPerson = {
  name: "Ada Admin",
  email: "admin@showcase.test",
  password: "showcase administrator",
  role: "admin",
};

/** Everyone in the Demo menu. */
export const people: readonly DemoPerson[] = [
  administrator,
  { name: "Ann Newcomer", email: "ann@showcase.test", password: "showcase owner of acme", role: "user" },
  { name: "Bo Lindqvist", email: "bo@showcase.test", password: "showcase member of acme", role: "user" },
];

interface DemoApi {
  createUser(input: {
    readonly body: DemoPerson & { readonly data: { readonly emailVerified: true } };
  }): Promise<{ readonly user: { readonly id: string } }>;
  createOrganization(input: {
    readonly body: { readonly name: string; readonly slug: string; readonly userId: string };
  }): Promise<{ readonly id: string }>;
  addMember(input: {
    readonly body: { readonly userId: string; readonly organizationId: string; readonly role: "member" };
  }): Promise<unknown>;
}

/** Creates the users, and an organization that Ann owns and Bo belongs to. Does nothing if they exist. */
export async function createPeople(api: DemoApi): Promise<void> {
  const ids: (string | null)[] = [];
  for (const person of people) ids.push(await createPerson(api, person));
  const [, ann, bo] = ids;
  if (!ann || !bo) return;
  const { id } = await api.createOrganization({ body: { name: "Acme", slug: "acme-demo", userId: ann } });
  await api.addMember({ body: { userId: bo, organizationId: id, role: "member" } });
}

/** Returns the new user's id, or `null` if the email is taken, as on every start except the first. */
async function createPerson(api: DemoApi, person: DemoPerson): Promise<string | null> {
  try {
    return (await api.createUser({ body: { ...person, data: { emailVerified: true } } })).user.id;
  } catch (error) {
    if (!(error instanceof AuthError) || error.code !== "USER_ALREADY_EXISTS") throw error;
    return null;
  }
}
