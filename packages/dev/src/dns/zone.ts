/** The types of the fake DNS server, for the console and for tests. */

import type { Adapter } from "@latchkey/core/database";

/** A TXT record that an organization has to set, to verify a domain. */
export interface WantedRecord {
  /** Such as `_latchkey.acme.com`. */
  readonly name: string;
  readonly value: string;
  readonly domain: string;
  /** Whether the organization has verified the domain. */
  readonly verified: boolean;
  /** Whether the record is set here. */
  readonly set: boolean;
}

/** TXT records in memory. Names are case-insensitive. */
export interface DnsZone {
  /** Adds a TXT record. */
  set(name: string, value: string): void;
  /** Removes a TXT record. Without a value, removes all of the name's records. */
  remove(name: string, value?: string): void;
  /** Returns the newest 100 records that organizations have to set. */
  wanted(db: Adapter): Promise<readonly WantedRecord[]>;
}
