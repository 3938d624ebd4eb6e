/** A fake DNS server that can verify domains that don't exist, `@latchkey/dev/dns`. */

import { type Adapter, widen } from "@latchkey/core/database";
import type { DnsZone, WantedRecord } from "./dns/zone.ts";
import { checkEnvironment } from "./environment.ts";

export type { DnsZone, WantedRecord };

/** Options for `createDns`. */
export interface DnsOptions {
  /** The app's `sso({ domainVerification: { tokenPrefix } })`. Default: `latchkey`. */
  readonly tokenPrefix?: string;
}

/** DNS records that a developer or a test sets. */
export interface TestDns extends DnsZone {
  /** Pass it to `createAuth({ resolveTxt: dns.resolveTxt })`. */
  readonly resolveTxt: (name: string) => Promise<readonly (readonly string[])[]>;
  /** Makes lookups of a name fail, as if its DNS server didn't respond. Call it with `false` to stop. */
  fail(name: string, failing?: boolean): void;
}

const maxWanted = 100;

/** The columns of a domain that the fake DNS server reads. The plugin with this table might not be installed. */
interface DomainRow {
  readonly id: string;
  readonly domain: string;
  readonly token: string;
  readonly verified: string | null;
  readonly createdAt: Date;
}

/**
 * Creates DNS without records. It doesn't query other DNS servers, so real domains have no records either.
 *
 * @throws {Error} unless `NODE_ENV` is `development` or `test`, because anyone could verify any domain
 */
export function createDns({ tokenPrefix = "latchkey" }: DnsOptions = {}): TestDns {
  checkEnvironment("createDns can verify any domain");
  const records = new Map<string, readonly string[]>();
  const failing = new Set<string>();
  const valuesOf = (name: string): readonly string[] => records.get(keyOf(name)) ?? [];
  return {
    async resolveTxt(name) {
      if (failing.has(keyOf(name))) throw dnsError("ESERVFAIL", name);
      const values = valuesOf(name);
      if (values.length === 0) throw dnsError("ENOTFOUND", name);
      return values.map((value) => [value]);
    },
    set(name, value) {
      records.set(keyOf(name), [...new Set([...valuesOf(name), value])]);
    },
    remove(name, value) {
      records.set(keyOf(name), value === undefined ? [] : valuesOf(name).filter((one) => one !== value));
    },
    fail(name, isFailing = true) {
      if (isFailing) failing.add(keyOf(name));
      else failing.delete(keyOf(name));
    },
    wanted: (db) => readWanted(db, tokenPrefix, valuesOf),
  };
}

async function readWanted(
  db: Adapter,
  tokenPrefix: string,
  valuesOf: (name: string) => readonly string[],
): Promise<readonly WantedRecord[]> {
  if (!db.schema.has("ssoDomain")) return [];
  const rows = await db.findMany(widen<DomainRow>({ name: "ssoDomain" }), {
    columns: ["domain", "token", "verified"],
    orderBy: [{ column: "createdAt", direction: "desc" }],
    limit: maxWanted,
  });
  return rows.map(({ domain, token, verified }) => {
    const name = `_${tokenPrefix}.${domain}`;
    return { name, value: token, domain, verified: verified !== null, set: valuesOf(name).includes(token) };
  });
}

function keyOf(name: string): string {
  return name.toLowerCase().replace(/\.$/, "");
}

function dnsError(code: string, name: string): Error {
  return Object.assign(new Error(`queryTxt ${code} ${name}`), { code });
}
