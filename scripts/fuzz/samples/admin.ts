/** Valid requests to the admin plugin. */

import { type Body, type Person, sendValid, type World } from "../world.ts";
import { adam, ann, get, type MakeSample, post, type Samples, strangerGets } from "./sample.ts";

/** Sent by the admin, about a new user. */
const about =
  (body: (person: Person, world: World) => object | Promise<object> = () => ({})): MakeSample =>
  async (world) => {
    const { adam } = world.people;
    const person = await world.newcomer();
    return { browser: adam.browser, person: adam, body: { userId: person.id, ...(await body(person, world)) } };
  };

export const adminSamples: Samples = {
  listUsers: [
    get(adam, () => ({
      searchValue: "ann",
      searchField: "email",
      searchOperator: "contains",
      limit: "5",
      offset: "0",
    })),
    get(adam, () => ({
      sortBy: "createdAt",
      sortDirection: "desc",
      filterField: "role",
      filterValue: "admin",
      limit: "2",
    })),
    get(adam, () => ({ searchField: "any", searchValue: "ann", filter: "banned:eq:false" })),
    get(adam, () => ({ filterField: "createdAt", filterValue: "2030-01-01T00:00:00.000Z", filterOperator: "gt" })),
  ],
  getUser: [get(adam, ({ ids }) => ({ id: String(ids.ann) }))],
  createUser: [
    post(adam, (world) => {
      const name = `m${world.number}x${world.next()}`;
      return {
        name,
        email: `${name}@example.com`,
        password: "some long password",
        role: "user",
        data: { image: null },
      };
    }),
  ],
  adminUpdateUser: [about(() => ({ data: { name: "Renamed", username: null } }))],
  removeUser: [about()],
  setRole: [about(() => ({ role: ["user", "admin"] }))],
  banUser: [about(() => ({ banReason: "fuzz", banExpiresIn: 3600 }))],
  unbanUser: [about()],
  listUserSessions: [about()],
  revokeUserSession: [
    async (world) => {
      const { adam } = world.people;
      const person = await world.newcomer();
      const { sessions } = await sendValid(adam, "/admin/list-user-sessions", { userId: person.id });
      return { browser: adam.browser, person: adam, body: { sessionToken: (sessions as readonly Body[])[0]?.token } };
    },
  ],
  revokeUserSessions: [about()],
  setUserPassword: [about(() => ({ newPassword: "another long password" }))],
  userHasPermission: [post(adam, ({ ids }) => ({ userId: ids.ann, permissions: { user: ["list"] } }))],
  adminCapabilities: [get(adam)],
  adminListUserAccounts: [get(adam, ({ ids }) => ({ userId: String(ids.ann) }))],
  unlinkUserAccount: [
    async (world) => {
      const { adam } = world.people;
      const person = await world.newcomer();
      const now = new Date("2030-01-01");
      await world.app.db.insert({ name: "account", columns: {} }, {
        id: `extra-${person.id}`,
        userId: person.id,
        providerId: "github",
        accountId: `extra-${person.id}`,
        createdAt: now,
        updatedAt: now,
      } as object);
      return { browser: adam.browser, person: adam, body: { userId: person.id, providerId: "github" } };
    },
  ],
  impersonateUser: [
    async (world) => {
      // Uses a separate browser, so that the admin's stays signed in as the admin.
      const browser = world.app.browser();
      const { adam } = world.people;
      await sendValid({ browser }, "/sign-in/email", { email: adam.email, password: adam.password });
      return { browser, person: adam, body: { userId: (await world.newcomer()).id, duration: 600, reason: "fuzz" } };
    },
  ],
  stopImpersonating: [
    async (world) => {
      const browser = world.app.browser();
      const { adam } = world.people;
      await sendValid({ browser }, "/sign-in/email", { email: adam.email, password: adam.password });
      await sendValid({ browser }, "/admin/impersonate-user", { userId: (await world.newcomer()).id });
      return { browser, person: adam, body: {} };
    },
  ],
  banNotice: [strangerGets(), get(ann)],
  listAudit: [
    get(adam, ({ ids }) => ({ userId: String(ids.ann), limit: "5" })),
    get(adam, () => ({ action: "user.create" })),
    get(adam, () => ({ organizationId: "acme", from: "2030-01-01T00:00:00.000Z", to: "2031-01-01T00:00:00Z" })),
  ],
};
