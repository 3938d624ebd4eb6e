/**
 * Reads events beyond the 27 known types, for entities that a sync reads. Polar started sending some of them in 2026,
 * and never sends the others.
 */

import * as z from "zod";
import { discountSnapshot } from "../discounts/table.ts";
import { discount } from "../entities/discount.ts";
import type { UnknownEvent } from "../entities/event.ts";
import { customerMeter, meter } from "../entities/meter.ts";
import { findUnknownMembers, type UnknownMember } from "../entities/unknown-members.ts";
import { id, type WireIssue } from "../entities/wire.ts";
import { balanceSnapshot, meterSnapshot } from "../meters/table.ts";
import type { Origin, Snapshots } from "../mirror/snapshot.ts";

type Extract = (data: unknown, origin: Origin) => AdditionalEvent;

const customerMeterOwner = z.looseObject({ customer_id: id });

const extractors: Readonly<Record<string, Extract>> = {
  "discount.created": extractDiscount,
  "discount.updated": extractDiscount,
  "meter.updated": extractMeter,
  "customer_meter.updated": extractBalance,
};

/** The result of reading one of these events. */
export type AdditionalEvent =
  | { readonly snapshots: Snapshots; readonly unknown: readonly UnknownMember[] }
  | { readonly issues: readonly WireIssue[] };

/** Reads an event of one of these types. Returns `null` for any other type. */
export function readAdditionalEvent({ type, data, timestamp }: UnknownEvent, arrival: string): AdditionalEvent | null {
  const extract = Object.hasOwn(extractors, type) ? extractors[type] : undefined;
  if (!extract) return null;
  const origin: Origin = { rank: "own", eventAt: timestamp ?? null, arrival };
  return extract(data, origin);
}

function extractDiscount(data: unknown, origin: Origin): AdditionalEvent {
  const read = discount.safeParse(data);
  if (!read.success) return read.error;
  const snapshots = {
    main: discountSnapshot(read.data, origin),
    copies: [],
    sellerId: read.data.organization_id || null,
  };
  return { snapshots, unknown: findUnknownMembers(discount, read.data) };
}

function extractMeter(data: unknown, origin: Origin): AdditionalEvent {
  const read = meter.safeParse(data);
  if (!read.success) return read.error;
  const snapshots = { main: meterSnapshot(read.data, origin), copies: [], sellerId: read.data.organization_id || null };
  return { snapshots, unknown: findUnknownMembers(meter, read.data) };
}

function extractBalance(data: unknown, origin: Origin): AdditionalEvent {
  const read = customerMeter.safeParse(data);
  if (!read.success) return read.error;
  const owner = customerMeterOwner.safeParse(data);
  if (!owner.success) return owner.error;
  const snapshots = { main: balanceSnapshot(read.data, owner.data.customer_id, origin), copies: [], sellerId: null };
  return { snapshots, unknown: findUnknownMembers(customerMeter, read.data) };
}
