/** Finds a client's canonical IP address. Trusts forwarded headers only from configured proxies. */

import type { CallSource } from "./exchange.ts";

export interface ProxySettings {
  /** Addresses or networks (`10.0.0.0/8`) of the app's own proxies. If empty, forwarded headers are ignored. */
  readonly trustedProxies: readonly Network[];
  /** Headers that those proxies set. The first one present is used. */
  readonly headers: readonly string[];
}

export interface Network {
  readonly bytes: readonly number[];
  readonly prefix: number;
}

/**
 * Returns the client's IP address in canonical form, or `null` if it's unknown.
 *
 * Walks the chain of forwarded addresses from the right, past trusted proxies. The first untrusted address is the
 * client. The client could have forged everything to the left of it.
 */
export function clientAddress(
  peer: string | undefined,
  source: Pick<CallSource, "header">,
  proxies: ProxySettings,
): string | null {
  let address = peer === undefined ? null : parseAddress(peer);
  if (address && !isTrustedProxy(address, proxies.trustedProxies)) return format(address);
  if (proxies.trustedProxies.length === 0) return address && format(address);
  for (const name of proxies.headers) {
    const value = source.header(name);
    if (value === null) continue;
    for (const hop of value.split(",").reverse()) {
      const parsed = parseAddress(hop.trim());
      if (!parsed) return address && format(address);
      address = parsed;
      if (!isTrustedProxy(parsed, proxies.trustedProxies)) return format(parsed);
    }
    break;
  }
  return address && format(address);
}

/**
 * Returns the key for rate limits: an IPv4 address, or the /64 network of an IPv6 address, because one subscriber
 * controls all of it.
 */
export function addressKey(address: string): string {
  const bytes = parseAddress(address);
  if (!bytes || bytes.length === 4) return address;
  return format([...bytes.slice(0, 8), 0, 0, 0, 0, 0, 0, 0, 0]);
}

/** @throws {Error} if the text is neither an IP address nor a network */
export function parseNetwork(text: string): Network {
  const [address = "", length] = text.split("/");
  const bytes = parseAddress(address);
  const prefix = length === undefined ? (bytes?.length ?? 0) * 8 : Number(length);
  if (!bytes || !Number.isInteger(prefix) || prefix < 0 || prefix > bytes.length * 8) {
    throw new Error(`"${text}" isn't an IP address or a network such as "10.0.0.0/8".`);
  }
  return { bytes, prefix };
}

/** Parses an IP address into 4 or 16 bytes. An IPv4-mapped IPv6 address becomes IPv4. `null` if it isn't an address. */
export function parseAddress(text: string): number[] | null {
  const v4 = parseV4(text.replace(/^(\d+\.\d+\.\d+\.\d+):\d{1,5}$/, "$1"));
  if (v4) return v4;
  const bare = /^\[(.*)\](?::\d{1,5})?$/.exec(text)?.[1] ?? text;
  const v6 = parseV6(bare.replace(/%[\w.-]+$/, ""));
  return v6 && isMapped(v6) ? v6.slice(12) : v6;
}

function parseV4(text: string): number[] | null {
  if (!/^(?:0|[1-9]\d{0,2})(?:\.(?:0|[1-9]\d{0,2})){3}$/.test(text)) return null;
  const bytes = text.split(".").map(Number);
  return bytes.every((byte) => byte <= 255) ? bytes : null;
}

function parseV6(text: string): number[] | null {
  if (!/^[0-9a-f:.]{2,45}$/i.test(text) || !text.includes(":")) return null;
  let host: string;
  try {
    host = new URL(`http://[${text}]/`).hostname.slice(1, -1);
  } catch {
    return null;
  }
  const [head = "", tail] = host.split("::");
  const left = head === "" ? [] : head.split(":");
  const right = tail === undefined || tail === "" ? [] : tail.split(":");
  const groups =
    tail === undefined ? left : [...left, ...Array<string>(8 - left.length - right.length).fill("0"), ...right];
  return groups.flatMap((group) => [Number.parseInt(group, 16) >> 8, Number.parseInt(group, 16) & 255]);
}

function isMapped(bytes: readonly number[]): boolean {
  return bytes.slice(0, 10).every((byte) => byte === 0) && bytes[10] === 255 && bytes[11] === 255;
}

function isTrustedProxy(address: readonly number[], proxies: readonly Network[]): boolean {
  return proxies.some((network) => network.bytes.length === address.length && contains(network, address));
}

/** Whether the network contains the address. Both must have the same IP version. */
export function contains({ bytes, prefix }: Network, address: readonly number[]): boolean {
  return bytes.every((byte, at) => {
    const bits = Math.min(8, Math.max(0, prefix - at * 8));
    const mask = (0xff00 >> bits) & 0xff;
    return (byte & mask) === ((address[at] as number) & mask);
  });
}

function format(bytes: readonly number[]): string {
  if (bytes.length === 4) return bytes.join(".");
  const groups = Array.from({ length: 8 }, (_, at) =>
    (((bytes[at * 2] as number) << 8) | (bytes[at * 2 + 1] as number)).toString(16),
  );
  return new URL(`http://[${groups.join(":")}]/`).hostname.slice(1, -1);
}
