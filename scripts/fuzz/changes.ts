/** Changes to the fields of a valid request, and how to apply them. */

import fc from "fast-check";
import { foreignURLs, hostile, names } from "./values.ts";
import type { Ids } from "./world.ts";

/** A fixed value, or the id of something in the world that the request runs in. */
export type Value = { readonly is: unknown } | { readonly idOf: string };

/** A change to the fields. `at` selects a field or a nested place, modulo their number. */
export type Change =
  | { readonly kind: "replace" | "nest"; readonly at: number; readonly value: Value }
  | { readonly kind: "remove" | "wrap" | "double"; readonly at: number }
  | { readonly kind: "edit"; readonly at: number; readonly edit: Edit }
  | { readonly kind: "add"; readonly name: string | number; readonly value: Value }
  /** Replaces an id with the id of the same kind of resource owned by vera. `at` 0 replaces all of them. */
  | { readonly kind: "steal"; readonly at: number };

/** A change to a string. */
type Edit =
  | { readonly kind: "cut" | "flip" | "repeat"; readonly by: number }
  | { readonly kind: "insert"; readonly by: number; readonly text: string }
  | { readonly kind: "upper" | "trail" | "lead" };

/** Ids in a world to try in requests. Most belong to other users. */
const idNames: readonly (keyof Ids & string)[] = [
  "vera",
  "veraEmail",
  "veraName",
  "veraSession",
  "veraHandle",
  "vault",
  "vaultTeam",
  "vaultMember",
  "acme",
  "team",
  "member",
  "invitation",
  "ann",
  "annEmail",
  "olga",
  "adam",
  "eve",
  "tina",
];

const value: fc.Arbitrary<Value> = fc.oneof(
  { weight: 3, arbitrary: hostile.map((is) => ({ is })) },
  { weight: 2, arbitrary: fc.constantFrom(...idNames).map((idOf) => ({ idOf })) },
  { weight: 1, arbitrary: fc.constantFrom(...foreignURLs).map((is) => ({ is })) },
);

/** Ids of vera's resources, by field name. */
const veras: Readonly<Record<string, keyof Ids & string>> = {
  organizationId: "vault",
  organizationSlug: "vaultSlug",
  slug: "vaultSlug",
  teamId: "vaultTeam",
  memberId: "vaultMember",
  memberIdOrEmail: "vaultMember",
  invitationId: "vaultInvitation",
  roleName: "vaultRole",
  role: "vaultRole",
  userId: "vera",
  id: "vera",
  referenceId: "vera",
  email: "veraEmail",
  newEmail: "veraEmail",
  username: "veraName",
  token: "veraHandle",
  sessionToken: "veraHandle",
};

const place: fc.Arbitrary<number> = fc.nat(30);

const edit: fc.Arbitrary<Edit> = fc.oneof(
  fc.record({ kind: fc.constantFrom("cut", "flip", "repeat"), by: fc.nat(60) }) as fc.Arbitrary<Edit>,
  fc.record({
    kind: fc.constant("insert" as const),
    by: fc.nat(60),
    text: fc.constantFrom("\0", "\ud800", "\n", "\u202e", "%00", "'", "<", "\\", "/", "​", "."),
  }),
  fc.record({ kind: fc.constantFrom("upper", "trail", "lead") }) as fc.Arbitrary<Edit>,
);

const redirects = ["callbackURL", "redirectTo", "errorCallbackURL", "newUserCallbackURL", "successUrl"] as const;

export const change: fc.Arbitrary<Change> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ kind: fc.constant("steal" as const), at: fc.nat(8) }) },
  {
    weight: 2,
    arbitrary: fc
      .tuple(fc.constantFrom(...redirects), fc.constantFrom(...foreignURLs))
      .map(([name, is]) => ({ kind: "add" as const, name, value: { is } })),
  },
  { weight: 4, arbitrary: fc.record({ kind: fc.constantFrom("replace" as const, "nest" as const), at: place, value }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constantFrom("remove" as const, "wrap" as const, "double" as const), at: place }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("edit" as const), at: place, edit }) },
  {
    weight: 3,
    // A number selects a field of the endpoint's own schema.
    arbitrary: fc.record({
      kind: fc.constant("add" as const),
      name: fc.oneof(fc.constantFrom(...names), fc.nat(30)),
      value,
    }),
  },
);

/** Data about the request that changes need. */
export interface ChangeContext {
  readonly ids: Ids;
  /** Field names in the endpoint's schema. */
  readonly fields: readonly string[];
}

/** Returns the fields after a change, without modifying the input. */
export function applyChange(input: unknown, change: Change, around: ChangeContext): unknown {
  const copy: unknown = structuredClone(input ?? {});
  if (change.kind === "steal") return isObject(copy) ? stolen(copy, change.at, around) : copy;
  if (change.kind === "add") {
    const { fields } = around;
    const name = typeof change.name === "string" ? change.name : (fields[change.name % fields.length] ?? "x");
    if (isObject(copy)) setOwn(copy, name, resolve(change.value, around));
    return copy;
  }
  const places = placesIn(copy);
  const found = places[change.at % Math.max(places.length, 1)];
  if (!found) return copy;
  const { owner, key } = found;
  const old = owner[key];
  if (change.kind === "remove") delete owner[key];
  else setOwn(owner, key, changed(old, change, around));
  return copy;
}

/** Also applies to ids that the valid request omits, because the schema's own fields are filled in. */
function stolen(fields: JsonObject, at: number, { ids, fields: known }: ChangeContext): JsonObject {
  const names = [...new Set([...Object.keys(fields), ...known])].filter((name) => Object.hasOwn(veras, name));
  const chosen = at === 0 ? names : names.slice((at - 1) % Math.max(names.length, 1)).slice(0, 1);
  for (const name of chosen) fields[name] = ids[veras[name] as string];
  return fields;
}

type JsonObject = Record<string, unknown>;

function changed(old: unknown, change: Exclude<Change, { kind: "add" | "steal" }>, around: ChangeContext): unknown {
  switch (change.kind) {
    case "replace":
      return resolve(change.value, around);
    case "nest":
      return { value: old, more: resolve(change.value, around) };
    case "wrap":
      return [old];
    case "double":
      return [old, old];
    case "edit":
      return edited(typeof old === "string" ? old : (JSON.stringify(old) ?? ""), change.edit);
    default:
      return old;
  }
}

function edited(text: string, edit: Edit): string {
  switch (edit.kind) {
    case "cut":
      return text.slice(0, edit.by % (text.length + 1));
    case "flip": {
      const at = edit.by % Math.max(text.length, 1);
      return text.slice(0, at) + (text[at] === "A" ? "B" : "A") + text.slice(at + 1);
    }
    case "repeat":
      return text.repeat(2 + edit.by);
    case "insert": {
      const at = edit.by % (text.length + 1);
      return text.slice(0, at) + edit.text + text.slice(at);
    }
    case "upper":
      return text.toUpperCase();
    case "trail":
      return `${text} `;
    case "lead":
      return ` ${text}`;
  }
}

function resolve(value: Value, { ids }: ChangeContext): unknown {
  return "idOf" in value ? ids[value.idOf] : value.is;
}

/** Lists every field, including nested ones, in order. */
function placesIn(value: unknown, found: { owner: JsonObject; key: string }[] = []): typeof found {
  if (!isObject(value)) return found;
  for (const key of Object.keys(value).slice(0, 50)) {
    found.push({ owner: value, key });
    if (found.length < 60) placesIn(value[key], found);
  }
  return found;
}

/** Sets keys like a JSON parser, so that `__proto__` becomes an ordinary key. */
function setOwn(owner: JsonObject, key: string, value: unknown): void {
  Object.defineProperty(owner, key, { value, enumerable: true, configurable: true, writable: true });
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null;
}
