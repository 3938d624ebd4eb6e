/** Reads what an audit log entry is about from its data, which differs by action. */

import type { AuditRecord } from "@latchkey/admin";
import { fill } from "../../texts/texts.ts";
import type { AuditTexts } from "./texts.ts";

type Data = Readonly<Record<string, unknown>>;

/** Returns the entry's data, or an empty object. */
export function dataOf({ data }: Pick<AuditRecord, "data">): Data {
  return typeof data === "object" && data !== null ? (data as Data) : {};
}

/** Returns the target if it isn't a user: the invited email, or the team, role, or organization. */
export function otherTarget(record: AuditRecord, { targets }: AuditTexts): string | null {
  const data = dataOf(record);
  const { action, organizationId } = record;
  const text = (key: string): string | null => (typeof data[key] === "string" ? data[key] : null);
  const email = text("email");
  if (action.startsWith("invitation.") && email) return email;
  const team = text("name") ?? text("teamId");
  if (action.startsWith("team.") && team) return fill(targets.team, { value: team });
  const role = text("role");
  if (action.startsWith("role.") && role) return fill(targets.role, { value: role });
  const organization = text("slug") ?? organizationId;
  return organization ? fill(targets.organization, { value: organization }) : null;
}

/** Display names for values in the data. */
export interface DetailNames {
  /** `{from}`, `{to}`. */
  readonly change: string;
  /** Joins several names, for example with commas. */
  join(names: readonly string[]): string;
  method(id: string): string;
  field(key: string): string;
  /** A role of an organization. */
  organizationRole(id: string): string;
}

/** Returns the reason, or what changed. `null` if the action says everything. */
export function detailsOf(record: AuditRecord, names: DetailNames): string | null {
  const data = dataOf(record);
  const { action } = record;
  const { method, field } = names;
  // Admin roles aren't organization roles, and the app names them. Other reasons are codes, for the drawer only.
  const isOfAdmin = action.startsWith("admin.");
  const role = isOfAdmin ? (id: string): string => id : names.organizationRole;
  if (isOfAdmin && typeof data.reason === "string") return data.reason;
  const describe = (value: unknown, name: (one: string) => string): string | null =>
    Array.isArray(value) && value.length > 0 && value.every((one) => typeof one === "string")
      ? names.join(value.map(name))
      : null;
  const [from, to] = [describe(rolesOf(data.from), role), describe(rolesOf(data.to), role)];
  if (from !== null && to !== null) return from === to ? null : fill(names.change, { from, to });
  return (
    // A role's own actions name it as the target.
    (action.startsWith("role.") ? null : describe(rolesOf(data.role), role)) ??
    describe(listOf(data.provider), method) ??
    describe(listOf(data.method), method) ??
    describe(listOf(data.newRole), role) ??
    describe(data.fields, field) ??
    describe(data.accounts, method)
  );
}

/** Returns a non-empty string as a list. */
function listOf(value: unknown): readonly string[] | null {
  return typeof value === "string" && value !== "" ? [value] : null;
}

/** Splits comma-separated roles into a list. For an email change, returns a list with the email. */
function rolesOf(value: unknown): unknown {
  if (typeof value === "string") return value === "" ? null : value.split(",").map((role) => role.trim());
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return listOf((value as Data).email);
}

/** The sentence for an action. Actions from other plugins are shown as is. */
export function sentenceOf(action: string, { actions }: Pick<AuditTexts, "actions">): string {
  return (Object.hasOwn(actions, action) ? actions[action] : undefined) ?? action;
}

/** Whether the actor is unknown. Failed attempts have no actor, but they aren't the app's own actions. */
export function isUnknownActor({ actorId, action }: Pick<AuditRecord, "actorId" | "action">): boolean {
  return actorId === null && action.endsWith(".failed");
}
