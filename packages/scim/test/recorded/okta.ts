/** Requests in the form that Okta's SCIM 2.0 reference describes, with our own names. */

import { groupSchema, userSchema } from "../../src/schema/attributes.ts";
import { patch } from "../app.ts";
import type { Recorded } from "./replay.ts";

const filter = (text: string): string => encodeURIComponent(text);

const nora = {
  schemas: [userSchema],
  userName: "nora.berg@corp.test",
  name: { givenName: "Nora", familyName: "Berg" },
  emails: [{ primary: true, value: "nora.berg@corp.test", type: "work" }],
  displayName: "Nora Berg",
  locale: "en-US",
  externalId: "00ujl29u0le5T6Aj10h7",
  groups: [],
};

export const oktaRequests: readonly Recorded[] = [
  { says: "tests the connection", method: "GET", path: "/Users?startIndex=1&count=2", status: 200 },
  { says: "lists groups", method: "GET", path: "/Groups?startIndex=1&count=100", status: 200 },
  {
    says: "looks for a user",
    method: "GET",
    path: `/Users?filter=${filter('userName eq "nora.berg@corp.test"')}&startIndex=1&count=100`,
    status: 200,
    response: { totalResults: 0, startIndex: 1, itemsPerPage: 0, Resources: [] },
  },
  {
    says: "creates a user with a password",
    method: "POST",
    path: "/Users",
    body: { ...nora, password: "1mz050nq", active: true },
    status: 201,
    response: { userName: "nora.berg@corp.test", active: true, locale: "en-US" },
    keep: "nora",
  },
  { says: "reads a user", method: "GET", path: "/Users/{nora}", status: 200, response: { id: "{nora}" } },
  {
    says: "replaces a user, with what it read",
    method: "PUT",
    path: "/Users/{nora}",
    body: {
      ...nora,
      id: "{nora}",
      name: { givenName: "Nora", familyName: "Berg", middleName: "E" },
      active: true,
      meta: { resourceType: "User" },
    },
    status: 200,
    response: { name: { middleName: "E" }, active: true },
  },
  {
    says: "turns a user off without a path",
    method: "PATCH",
    path: "/Users/{nora}",
    body: patch({ op: "replace", value: { active: false } }),
    status: 200,
    response: { id: "{nora}", active: false },
  },
  {
    says: "turns a user on without a path",
    method: "PATCH",
    path: "/Users/{nora}",
    body: patch({ op: "replace", value: { active: true } }),
    status: 200,
    response: { active: true },
  },
  {
    says: "turns a user off with a replacement",
    method: "PUT",
    path: "/Users/{nora}",
    body: { ...nora, id: "{nora}", active: false },
    status: 200,
    response: { active: false },
  },
  {
    says: "turns a user on with a replacement",
    method: "PUT",
    path: "/Users/{nora}",
    body: { ...nora, id: "{nora}", active: true },
    status: 200,
    response: { active: true },
  },
  {
    says: "changes the password",
    method: "PATCH",
    path: "/Users/{nora}",
    body: patch({ op: "replace", value: { password: "n3w-secret" } }),
    status: 400,
    response: { scimType: "mutability" },
  },
  {
    says: "pushes a group",
    method: "POST",
    path: "/Groups",
    body: {
      schemas: [groupSchema],
      displayName: "Test SCIM group",
      members: [{ value: "{nora}", display: "nora.berg@corp.test" }],
    },
    status: 201,
    response: { displayName: "Test SCIM group", members: [{ value: "{nora}" }] },
    keep: "group",
  },
  {
    says: "finds a group by name",
    method: "GET",
    path: `/Groups?filter=${filter('displayName eq "Test SCIM group"')}&startIndex=1&count=100`,
    status: 200,
    response: { totalResults: 1, Resources: [{ id: "{group}" }] },
  },
  {
    says: "renames a group, with its id in the value",
    method: "PATCH",
    path: "/Groups/{group}",
    body: patch({ op: "replace", value: { id: "{group}", displayName: "Renamed group" } }),
    status: 200,
    response: { displayName: "Renamed group" },
  },
  {
    says: "removes a member by filter, and adds one",
    method: "PATCH",
    path: "/Groups/{group}",
    body: patch(
      { op: "remove", path: 'members[value eq "{nora}"]' },
      { op: "add", path: "members", value: [{ value: "{nora}", display: "nora.berg@corp.test" }] },
    ),
    status: 200,
    response: { members: [{ value: "{nora}" }] },
  },
  {
    says: "replaces all members",
    method: "PATCH",
    path: "/Groups/{group}",
    body: patch({ op: "replace", path: "members", value: [{ value: "{nora}", display: "nora.berg@corp.test" }] }),
    status: 200,
    response: { members: [{ value: "{nora}" }] },
  },
  {
    says: "replaces a group",
    method: "PUT",
    path: "/Groups/{group}",
    body: { schemas: [groupSchema], id: "{group}", displayName: "Renamed group", members: [] },
    status: 200,
    response: { displayName: "Renamed group" },
  },
  { says: "deletes a group", method: "DELETE", path: "/Groups/{group}", status: 204 },
];
