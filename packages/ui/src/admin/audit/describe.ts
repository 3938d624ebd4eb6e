/** Reads what an entry of the audit log is about from its data, which differs by action. */

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

/** Returns the reason, or what changed. `null` if the action says everything. */
export function detailsOf(record: AuditRecord, { change }: Pick<AuditTexts, "change">): string | null {
  const data = dataOf(record);
  const { action } = record;
  const [from, to] = [plainText(data.from), plainText(data.to)];
  if (typeof data.reason === "string" && action !== "invitation.cancel") return data.reason;
  if (from !== null && to !== null && from !== to) return fill(change, { from, to });
  for (const key of ["role", "provider", "method", "newRole", "fields", "accounts"] as const) {
    const text = plainText(data[key]);
    // A role's own actions name it as the target.
    if (text !== null && !(key === "role" && action.startsWith("role."))) return text;
  }
  return null;
}

/** Texts, lists of texts, and the email of a change. Other objects are shown in the drawer only. */
function plainText(value: unknown): string | null {
  if (typeof value === "string") return value === "" ? null : value;
  if (Array.isArray(value)) return value.every((one) => typeof one === "string") ? value.join(", ") || null : null;
  const email = typeof value === "object" && value !== null ? (value as Data).email : undefined;
  return typeof email === "string" ? email : null;
}

/** The sentence of an action. Actions of other plugins are shown as they are. */
export function sentenceOf(action: string, { actions }: Pick<AuditTexts, "actions">): string {
  return (Object.hasOwn(actions, action) ? actions[action] : undefined) ?? action;
}

/** Whether no one knows who acted: a failed attempt isn't the app's own action. */
export function isUnknownActor({ actorId, action }: Pick<AuditRecord, "actorId" | "action">): boolean {
  return actorId === null && action.endsWith(".failed");
}
