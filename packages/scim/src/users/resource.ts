/** Converts users to resources, and resources to rows. */

import { normalizeEmail, type RequestContext } from "@latchkey/core/plugin";
import { refuse } from "../errors.ts";
import { resourceLocation } from "../protocol/location.ts";
import { versionOf } from "../protocol/version.ts";
import { isObject, type Json, userResource, userSchema } from "../schema/attributes.ts";
import { isPrimary } from "../schema/normalize.ts";
import type { ScimUserRow } from "../tables.ts";

/** The columns that store a user's attributes. */
export type UserFacts = Pick<
  ScimUserRow,
  "userName" | "userNameKey" | "externalId" | "email" | "active" | "attributes"
> & {
  /** The display name. */
  readonly name: string;
};

/** A group in a user's resource. */
export interface GroupRef {
  readonly id: string;
  readonly displayName: string;
}

const maxKeyLength = 255;

/** Reads normalized attributes. @throws {AuthError} `SCIM_INVALID_VALUE` */
export function readFacts({ userName, externalId, active = true, ...attributes }: Json): UserFacts {
  if (typeof userName !== "string" || userName.trim() === "")
    return refuse("SCIM_INVALID_VALUE", "userName is missing");
  const id = externalId === undefined || externalId === "" ? null : String(externalId);
  if (userName.length > maxKeyLength || (id ?? "").length > maxKeyLength) {
    refuse("SCIM_INVALID_VALUE", `userName and externalId can have at most ${maxKeyLength} characters`);
  }
  const email = emailOf(attributes, userName) ?? refuse("SCIM_INVALID_VALUE", "The user needs an email");
  const userNameKey = userName.toLowerCase();
  return {
    userName,
    userNameKey,
    externalId: id,
    email,
    active: active === true,
    attributes,
    name: nameOf(attributes, userName),
  };
}

/**
 * Returns the primary email, or else the work email or the first one. Without emails, returns the `userName`. `null` if
 * the result isn't an email.
 */
function emailOf({ emails }: Json, userName: string): string | null {
  const list = (Array.isArray(emails) ? emails : []).filter(isObject);
  const isWork = ({ type }: Json): boolean => String(type ?? "").toLowerCase() === "work";
  const best = list.find(isPrimary) ?? list.find(isWork) ?? list[0];
  const value = best?.value ?? userName;
  return typeof value === "string" ? normalizeEmail(value.trim()) : null;
}

function nameOf({ displayName, name }: Json, userName: string): string {
  const parts = isObject(name) ? name : {};
  const both = [parts.givenName, parts.familyName].filter((one) => typeof one === "string" && one !== "").join(" ");
  const found = [displayName, parts.formatted, both].find((one) => typeof one === "string" && one !== "");
  return String(found ?? userName).slice(0, maxKeyLength);
}

/** Returns the attributes that a change starts from. */
export function attributesOf({ userName, externalId, active, attributes }: ScimUserRow): Json {
  return { userName, ...(externalId === null ? {} : { externalId }), ...attributes, active };
}

/** Returns the resource in the form that responses use. */
export function presentUser(context: RequestContext, row: ScimUserRow, groups: readonly GroupRef[]): Json {
  const extensions = Object.keys(userResource.extensions).filter((urn) => isObject(row.attributes[urn]));
  const location = resourceLocation(context, "Users", row.id);
  return {
    schemas: [userSchema, ...extensions],
    id: row.id,
    ...attributesOf(row),
    ...(groups.length === 0 ? {} : { groups: groups.map((group) => presentGroupRef(context, group)) }),
    meta: {
      resourceType: "User",
      created: row.createdAt.toISOString(),
      lastModified: row.updatedAt.toISOString(),
      location,
      version: versionOf(row),
    },
  };
}

function presentGroupRef(context: RequestContext, { id, displayName }: GroupRef): Json {
  return { value: id, $ref: resourceLocation(context, "Groups", id), display: displayName, type: "direct" };
}
