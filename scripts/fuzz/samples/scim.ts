/** Valid requests to the SCIM plugin, from members who manage connections and from directories with a token. */

import { panic } from "../app.ts";
import { type Body, sendValid, type World } from "../world.ts";
import { adam, get, type MakeSample, olga, type Sample, type Samples } from "./sample.ts";
import { openSetup } from "./sso.ts";

/** Creates a connection for Acme and returns it with its token. */
async function connect({ people, ids, next }: World): Promise<Body> {
  const body = { organizationId: ids.acme, name: `Directory ${next()}` };
  const { olga: person } = people;
  const listed = (await sendValid(person, `/scim/list-connections?organizationId=${ids.acme}`)) as unknown as Body[];
  // Leaves room for the next one, because the number per organization is limited.
  const [oldest] = listed.length > 50 ? listed : [];
  if (oldest) await sendValid(person, "/scim/delete-connection", { id: oldest.id });
  return sendValid(person, "/scim/create-connection", body);
}

/** Sends a request from a directory. */
async function send({ app }: World, { token }: Body, path: string, body: object): Promise<Body> {
  const headers = { "content-type": "application/scim+json", authorization: `Bearer ${String(token)}` };
  const init = { method: "POST", headers, body: JSON.stringify(body) };
  const response = await app.handler(new Request(`https://app.test/api/auth/scim/v2${path}`, init));
  return response.status === 201 ? response.json() : panic(`${path}: ${response.status} ${await response.text()}`);
}

const emailOf = ({ number, next }: World): string => `directory${number}x${next()}@example.com`;

const userResource = (email: string): object => ({
  schemas: ["urn:ietf:params:scim:schemas:core:2.0:User"],
  userName: email,
  externalId: email,
  name: { givenName: "Kim", familyName: "Doe" },
  emails: [{ value: email, type: "work", primary: true }],
  active: true,
});

const groupResource = (world: World, ...ids: readonly unknown[]): object => ({
  displayName: `Group ${world.next()}`,
  members: ids.map((value) => ({ value })),
});

const patchOf = (...Operations: readonly object[]): object => ({
  schemas: ["urn:ietf:params:scim:api:messages:2.0:PatchOp"],
  Operations,
});

/** Adds a directory's token, which is the only credential in its requests. */
function withToken(world: World, { token }: Body, rest: Partial<Sample>): Sample {
  const headers = { authorization: `Bearer ${String(token)}` };
  return { browser: world.app.browser(), person: null, body: {}, ...rest, headers };
}

const user =
  (rest: (world: World) => Partial<Sample>): MakeSample =>
  async (world) => {
    const connection = await connect(world);
    const { id } = await send(world, connection, "/Users", userResource(emailOf(world)));
    return withToken(world, connection, { params: { id: String(id) }, ...rest(world) });
  };

const group =
  (rest: (world: World, userId: string) => Partial<Sample>): MakeSample =>
  async (world) => {
    const connection = await connect(world);
    const { id: userId } = await send(world, connection, "/Users", userResource(emailOf(world)));
    const { id } = await send(world, connection, "/Groups", groupResource(world, userId));
    return withToken(world, connection, { params: { id: String(id) }, ...rest(world, String(userId)) });
  };

const anyone =
  (rest: Partial<Sample>): MakeSample =>
  async (world) =>
    withToken(world, await connect(world), rest);

const query = { filter: 'userName sw "dir" and active eq true', startIndex: "1", count: "10", sortBy: "userName" };
const groupQuery = { filter: 'displayName co "group" or members pr', count: "10", excludedAttributes: "members" };
const searched = { schemas: ["urn:ietf:params:scim:api:messages:2.0:SearchRequest"] };

const manage =
  (body: (connection: Body, world: World) => object): MakeSample =>
  async (world) => {
    const { olga: person } = world.people;
    return { browser: person.browser, person, body: body(await connect(world), world) };
  };

/** A query of a connection's list. */
const listOf: MakeSample = async (world) => {
  const { olga: person } = world.people;
  return { browser: person.browser, person, query: { id: String((await connect(world)).id), limit: "10" } };
};

const mapGroup: MakeSample = async (world) => {
  const { olga: person } = world.people;
  const connection = await connect(world);
  const { id: groupId } = await send(world, connection, "/Groups", groupResource(world));
  return { browser: person.browser, person, body: { groupId, role: "member", teamId: world.ids.team } };
};

export const scimSamples: Samples = {
  createScimConnection: [
    async (world) => {
      const { olga: person } = world.people;
      await connect(world);
      const body = { organizationId: world.ids.acme, name: "Entra", defaultRole: "member", expiresIn: 86_400 };
      return { browser: person.browser, person, body };
    },
  ],
  updateScimConnection: [manage(({ id }) => ({ id, name: "Okta", enabled: true, deprovision: "remove" }))],
  deleteScimConnection: [manage(({ id }) => ({ id, members: "deprovision" }))],
  rotateScimToken: [manage(({ id }) => ({ id, overlap: 60, readOnly: true }))],
  revokeScimToken: [manage(({ tokenId }) => ({ tokenId }))],
  mapScimGroup: [mapGroup],
  getScimSetup: [async (world) => ({ browser: await openSetup(world), person: null })],
  connectScimSetup: [
    async (world) => {
      await connect(world);
      return { browser: await openSetup(world), person: null, body: { name: "Okta" } };
    },
  ],
  listScimConnections: [get(olga, ({ ids }) => ({ organizationId: ids.acme }))],
  listAllScimConnections: [get(adam, () => ({}))],
  listScimGroups: [listOf],
  listScimEvents: [listOf],
  scimListUsers: [anyone({ query })],
  scimSearchUsers: [anyone({ body: { ...searched, filter: query.filter, count: 10 } })],
  scimCreateUser: [async (world) => withToken(world, await connect(world), { body: userResource(emailOf(world)) })],
  scimGetUser: [user(() => ({ query: { attributes: "userName,emails" } }))],
  scimReplaceUser: [user((world) => ({ body: userResource(emailOf(world)) }))],
  scimPatchUser: [
    user(() => ({ body: patchOf({ op: "Replace", path: "active", value: "False" }) })),
    user(() => ({ body: patchOf({ op: "add", path: 'emails[type eq "home"].value', value: "kim@home.test" }) })),
  ],
  scimDeleteUser: [user(() => ({}))],
  scimListGroups: [anyone({ query: groupQuery })],
  scimSearchGroups: [anyone({ body: { ...searched, filter: groupQuery.filter, count: 10 } })],
  scimCreateGroup: [
    async (world) => withToken(world, await connect(world), { body: groupResource(world) }),
    // Unlike its members, a group's name can be anything.
    anyone({ body: { displayName: "Everyone", externalId: "e-1" } }),
  ],
  scimGetGroup: [group(() => ({}))],
  scimReplaceGroup: [group((world, userId) => ({ body: groupResource(world, userId) }))],
  scimPatchGroup: [
    group((_, userId) => ({ body: patchOf({ op: "remove", path: `members[value eq "${userId}"]` }) })),
    group((_, userId) => ({ body: patchOf({ op: "Add", path: "members", value: [{ value: userId }] }) })),
  ],
  scimDeleteGroup: [group(() => ({}))],
  scimGetServiceProviderConfig: [anyone({})],
  scimListSchemas: [anyone({})],
  scimGetSchema: [anyone({ params: { id: "urn:ietf:params:scim:schemas:core:2.0:User" } })],
  scimListResourceTypes: [anyone({})],
  scimGetResourceType: [anyone({ params: { id: "Group" } })],
  scimMe: [anyone({})],
  scimBulk: [anyone({})],
};
