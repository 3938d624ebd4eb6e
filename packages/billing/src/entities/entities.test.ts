import { readdirSync, readFileSync } from "node:fs";
import { expect, expectTypeOf, test } from "vitest";
import { changeAt, optionalPlaces } from "../../test/optional-keys.ts";
import type { WebhookHandlers } from "../webhooks/handler-types.ts";
import type { Benefit } from "./benefit.ts";
import type { Customer } from "./customer.ts";
import { type EventOf, type EventType, eventTypes, type ParsedEvent, parseEvent, type WebhookEvent } from "./event.ts";
import { taxIdPairs } from "./tax-id.ts";
import { toSortableTime } from "./wire.ts";

const folder = new URL("../../fixtures/", import.meta.url);
const files = readdirSync(folder).filter((name) => /\.\w+(-[\w-]+)?\.json$/.test(name));
const fixture = (name: string) => JSON.parse(readFileSync(new URL(name, folder), "utf8"));

function known(read: ParsedEvent): Extract<ParsedEvent, { kind: "known" }> {
  if (read.kind !== "known") throw new Error(JSON.stringify(read));
  return read;
}

test.each(files)("%s is parsed without changes", (file) => {
  const body = fixture(file);
  const { event, unknown } = known(parseEvent(body));
  expect(event).toEqual(body);
  expect(JSON.stringify(event.data)).toHaveLength(JSON.stringify(body.data).length);
  expect(unknown).toEqual([]);
});

test("the fixtures cover every event type", () => {
  expect(files).toHaveLength(76);
  expect(new Set(files.map((file) => fixture(file).type))).toEqual(new Set(eventTypes));
  expect(eventTypes).toHaveLength(27);
});

test("WEBH-10: extra keys are accepted at any level, and unknown enum values and union members are accepted and reported", () => {
  const body = fixture("benefit_grant.created-license-keys.json");
  body.extra = 1;
  body.data.extra = { deep: [1] };
  body.data.benefit.type = "feature_flag";
  body.data.benefit.properties = { flag: "beta" };
  body.data.properties = { anything: true };
  const { event, unknown } = known(parseEvent(body));
  expect(event).toEqual(body);
  expect(unknown).toEqual([{ of: "benefit type", member: "feature_flag" }]);

  const product = fixture("product.created-recurring.json");
  product.data.recurring_interval = "decade";
  product.data.prices[0] = { ...product.data.prices[0], amount_type: "per_wish", wishes: [] };
  expect(known(parseEvent(product)).unknown).toEqual([
    { of: "recurring interval", member: "decade" },
    { of: "price amount type", member: "per_wish" },
  ]);

  const state = fixture("customer.state_changed.json");
  state.data.tax_id = [["FR61954506077", "moon_vat"]];
  state.data.active_subscriptions[0].recurring_interval = "decade";
  const meter = { filter: { conjunction: "xor", clauses: [{ conjunction: "and", clauses: [{ operator: "near" }] }] } };
  const subscription = fixture("subscription.updated-metered.json");
  Object.assign(subscription.data.meters[0].meter, meter);
  subscription.data.customer.tax_id = ["FR61954506077", "moon_vat"];
  expect(known(parseEvent(state)).unknown).toEqual([
    { of: "tax id type", member: "moon_vat" },
    { of: "recurring interval", member: "decade" },
  ]);
  expect(known(parseEvent(subscription)).unknown).toEqual([
    { of: "tax id type", member: "moon_vat" },
    { of: "filter conjunction", member: "xor" },
    { of: "filter operator", member: "near" },
  ]);
});

test("an event with an unknown type is distinguished from a malformed one", () => {
  const later = { type: "customer_seat.assigned", timestamp: "2026-01-01T00:00:00Z", data: { anything: 1 } };
  expect(parseEvent(later)).toEqual({ kind: "unknown", event: later });
  for (const broken of [null, 1, "x", [], {}, { type: 1 }, { type: "" }]) {
    expect(parseEvent(broken).kind, JSON.stringify(broken)).toBe("malformed");
  }
  expect(parseEvent({ type: "order.paid", timestamp: 5, data: {} }).kind).toBe("unreadable");
});

test.each(files)("C3: %s can be read if all of its optional keys are missing, or null", (file) => {
  for (const change of ["gone", "null"] as const) {
    const body = fixture(file);
    for (const path of optionalPlaces(body.data).reverse()) changeAt(body.data, path, change);
    expect(parseEvent(body)).toMatchObject({ kind: "known" });
  }
});

test.each([
  ["order.paid-free.json", ["data", "total_amount"], 1.5],
  ["order.paid-free.json", ["data", "created_at"], 1748860800],
  ["order.paid-free.json", ["data", "created_at"], "2025-02-30"],
  ["order.paid-free.json", ["data", "created_at"], "2025-02-03T10:00:00"],
  ["order.paid-free.json", ["data", "id"], ""],
  ["product.created-metered.json", ["data", "prices", "1", "unit_amount"], 0.1],
  ["product.updated-legacy-prices.json", ["data", "prices", "0", "recurring_interval"], null],
  ["benefit_grant.created-license-keys.json", ["data", "properties", "display_key"], 5],
  ["benefit_grant.created-license-keys.json", ["data", "benefit", "properties", "expires", "ttl"], "1"],
  ["customer.created.json", ["data", "email_verified"], "yes"],
] as const)("%s is unreadable if %j is %j, and the issue has the path", (file, path, value) => {
  const body = fixture(file);
  const at = path.slice(0, -1).reduce((inner, key) => inner[key], body);
  at[path.at(-1) as string] = value;
  const read = parseEvent(body);
  expect(read.kind).toBe("unreadable");
  expect(read.kind === "unreadable" && read.issues[0]?.path.map(String)).toEqual(path.slice(1));
});

test("a grant's properties are parsed by benefit type, and other types' properties are neither dropped nor checked", () => {
  const body = fixture("benefit_grant.created-custom.json");
  body.data.properties = { display_key: 5 };
  expect(known(parseEvent(body)).event).toEqual(body);
});

test("hostile keys in metadata don't pollute prototypes", () => {
  const text = readFileSync(new URL("customer.created.json", folder), "utf8");
  const hostile = text.replace('"metadata": {', '"metadata": {"__proto__": {"polluted": true}, "constructor": "x"');
  const { event } = known(parseEvent(JSON.parse(hostile)));
  expect(Object.entries((event.data as Customer).metadata)).toEqual([["constructor", "x"]]);
  expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
});

test("times with any offset can be sorted as text, to the microsecond", () => {
  expect(toSortableTime("2025-05-02T10:00:04.3Z")).toBe("2025-05-02T10:00:04.300000Z");
  expect(toSortableTime("2025-05-02T12:00:04.300001+02:00")).toBe("2025-05-02T10:00:04.300001Z");
  expect(toSortableTime("2025-05-02T10:00:04Z") < toSortableTime("2025-05-02T10:00:04.000001Z")).toBe(true);
});

test("tax ids are read in both forms", () => {
  expect(taxIdPairs(["FR1", "eu_vat"])).toEqual([["FR1", "eu_vat"]]);
  expect(taxIdPairs([["FR1", "eu_vat"]])).toEqual([["FR1", "eu_vat"]]);
  expect(taxIdPairs(null)).toEqual([]);
  const body = fixture("customer.updated.json");
  body.data.tax_id = [body.data.tax_id];
  expect(known(parseEvent(body)).event).toEqual(body);
});

type Pascal<Text extends string> = Text extends `${infer Head}.${infer Tail}`
  ? `${Pascal<Head>}${Pascal<Tail>}`
  : Text extends `${infer Head}_${infer Tail}`
    ? `${Capitalize<Head>}${Pascal<Tail>}`
    : Capitalize<Text>;

test("types: there's a handler for each of the 27 event types, and one for all", () => {
  expectTypeOf<keyof WebhookHandlers>().toEqualTypeOf<`on${Pascal<EventType>}` | "onEvent">();
  expectTypeOf<Parameters<NonNullable<WebhookHandlers["onOrderPaid"]>>[0]>().toEqualTypeOf<EventOf<"order.paid">>();
  const grant = "onBenefitGrantCycled";
  expectTypeOf<
    Parameters<NonNullable<WebhookHandlers[typeof grant]>>[0]["type"]
  >().toEqualTypeOf<"benefit_grant.cycled">();
});

test("types: an event's type determines its data, and a benefit's type determines its properties", () => {
  const amountOf = (event: WebhookEvent): number => (event.type === "order.paid" ? event.data.net_amount : 0);
  const noteOf = (benefit: Benefit): string | null => (benefit.type === "custom" ? benefit.properties.note : null);
  expectTypeOf(amountOf).toBeFunction();
  expectTypeOf(noteOf).toBeFunction();
  expectTypeOf<EventOf<"refund.created">["data"]["revoke_benefits"]>().toEqualTypeOf<boolean>();
});
