/** Changes to a request outside its fields: method, path, headers, cookies, and body bytes. */

import fc from "fast-check";
import { hostileText } from "./values.ts";

/** A single change. */
export type Mutation =
  | { readonly kind: "method"; readonly method: string }
  | { readonly kind: "path"; readonly how: PathMutation }
  | { readonly kind: "header"; readonly name: string; readonly value: string }
  | { readonly kind: "cookie"; readonly how: CookieMutation; readonly at: number }
  | { readonly kind: "bytes"; readonly how: BodyMutation }
  | { readonly kind: "form" | "unsigned" };

const pathMutations = {
  "doubled slash": (path: string) => path.replace("/api/auth/", "/api/auth//"),
  "trailing slash": (path: string) => `${path}/`,
  "upper case": (path: string) => path.toUpperCase(),
  "encoded letter": (path: string) => path.replace(/s/, "%73"),
  "encoded slash": (path: string) => path.replace(/\/([^/]*)$/, "%2f$1"),
  "twice encoded": (path: string) => path.replace(/\/([^/]*)$/, "%252f$1"),
  "dot segment": (path: string) => path.replace("/api/auth/", "/api/auth/./"),
  "encoded dots": (path: string) => path.replace("/api/auth/", "/api/auth/%2e%2e/auth/"),
  parameter: (path: string) => `${path};x=1`,
  NUL: (path: string) => `${path}%00`,
  "bad escape": (path: string) => `${path}%zz`,
  "one more": (path: string) => `${path}/x`,
  backslash: (path: string) => path.replace("/api/auth/", "/api/auth\\"),
  prefix: (path: string) => `/x${path}`,
  "no base": (path: string) => path.replace("/api/auth", ""),
  long: (path: string) => `${path}/${"x".repeat(5000)}`,
  "doubled query": (path: string) => `${path}?token=a&token=b&__proto__=1&constructor[prototype][x]=1`,
} as const;

type PathMutation = keyof typeof pathMutations;

/** Applies a mutation to the path. */
export function mutatePath(path: string, how: PathMutation): string {
  return pathMutations[how](path);
}

type Jar = [name: string, value: string][];
const flipped = (value: string, at: number): string => {
  const place = at % Math.max(value.length, 1);
  return value.slice(0, place) + (value[place] === "A" ? "B" : "A") + value.slice(place + 1);
};
/** Changes the cookie that `at` selects. */
const each = (jar: Jar, at: number, change: (name: string, value: string) => Jar): Jar =>
  jar.flatMap(([name, value], place) => (place === at % jar.length ? change(name, value) : [[name, value]]));

const cookieMutations = {
  none: () => [],
  flip: (jar: Jar, at: number) => each(jar, at, (name, value) => [[name, flipped(value, at)]]),
  cut: (jar: Jar, at: number) => each(jar, at, (name, value) => [[name, value.slice(0, at % (value.length + 1))]]),
  empty: (jar: Jar, at: number) => each(jar, at, (name) => [[name, ""]]),
  "no signature": (jar: Jar, at: number) => each(jar, at, (name, value) => [[name, value.split(".")[0] ?? ""]]),
  "bad escape": (jar: Jar, at: number) => each(jar, at, (name, value) => [[name, `${value}%E0%A4%A`]]),
  "twice, a bad one first": (jar: Jar, at: number) =>
    each(jar, at, (name, value) => [
      [name, flipped(value, at)],
      [name, value],
    ]),
  "under every name": (jar: Jar, at: number) => jar.map(([name]) => [name, jar[at % jar.length]?.[1] ?? ""]),
  "plain name beside it": (jar: Jar) => jar.flatMap(([name, value]) => [[name.replace(/^__\w+-/, ""), value]]),
  "a stranger's id as the token": (jar: Jar, at: number, id: string) => each(jar, at, (name) => [[name, id]]),
  "prototype names": (jar: Jar) => [...jar, ["__proto__", "1"], ["constructor", "1"], ["toString", "1"]],
  hundreds: (jar: Jar) => [...jar, ...Array.from({ length: 300 }, (_, at): [string, string] => [`c${at}`, "x"])],
  "a huge one": (jar: Jar) => [...jar, ["huge", "x".repeat(60_000)]],
  "no equals sign": (jar: Jar) => [["", "x"], ...jar, ["y", ""]],
} as const satisfies Record<string, (jar: Jar, at: number, id: string) => unknown>;

type CookieMutation = keyof typeof cookieMutations;

/**
 * Applies a mutation to the cookies.
 * @param id id of another user's session
 */
export function mutateCookies(jar: Jar, how: CookieMutation, at: number, id: string): Jar {
  return jar.length === 0 ? jar : (cookieMutations[how](jar, at, id) as Jar);
}

const bodyMutations = {
  none: () => "",
  "cut in half": (text: string) => text.slice(0, Math.floor(text.length / 2)),
  "byte order mark": (text: string) => `\ufeff${text}`,
  "not UTF-8": (text: string) => Buffer.concat([Buffer.from(text.slice(0, -1)), Buffer.from([0xc3, 0x28, 0xff, 0x7d])]),
  "UTF-16": (text: string) => Buffer.from(text, "utf16le"),
  "two values": (text: string) => text + text,
  "an array": (text: string) => `[${text}]`,
  "a text": (text: string) => JSON.stringify(text),
  null: () => "null",
  "a number": () => "1e999",
  "ten thousand deep": (text: string) => `{"a":${"[".repeat(10_000)}${"]".repeat(10_000)},${text.slice(1)}`,
  "never closed": () => '{"a":'.repeat(20_000),
  "keys twice": (text: string) => `{"__proto__":{"x":1},"__proto__":[],${text.slice(1)}`,
  "escaped prototype": (text: string) => `{"\\u005f_proto__":{"polluted":"yes"},${text.slice(1)}`,
  "huge number": (text: string) => `{"a":${"9".repeat(50_000)},${text.slice(1)}`,
  "many keys": (text: string) => `{${Array.from({ length: 20_000 }, (_, at) => `"k${at}":1`).join()},${text.slice(1)}`,
  "over the limit": (text: string) => `{"a":"${"x".repeat(1_100_000)}",${text.slice(1)}`,
  comment: (text: string) => `/* */${text}`,
  "NUL bytes": (text: string) => `${text}\0\0`,
} as const satisfies Record<string, (text: string) => string | Uint8Array>;

type BodyMutation = keyof typeof bodyMutations;

/** Applies a mutation to the bytes of a body. */
export function mutateBody(text: string, how: BodyMutation): string | Uint8Array {
  return bodyMutations[how](text);
}

const keysOf = <T extends object>(object: T): fc.Arbitrary<keyof T> =>
  fc.constantFrom(...(Object.keys(object) as (keyof T)[]));

const untrustedOrigins = [
  "https://evil.test",
  "null",
  "http://app.test",
  "https://app.test.evil.test",
  "https://x.wild.test",
  "",
];
const headers: readonly (readonly [string, readonly string[]])[] = [
  ["origin", untrustedOrigins],
  ["referer", [...untrustedOrigins, "https://app.test/x"]],
  ["sec-fetch-site", ["cross-site", "same-site", "same-origin", "none", "x"]],
  ["sec-fetch-mode", ["navigate", "cors"]],
  [
    "content-type",
    ["text/plain", "application/json-evil", "APPLICATION/JSON;charset=utf-16", "multipart/form-data", ""],
  ],
  ["content-length", ["0", "99999999999", "-1", "x"]],
  ["content-encoding", ["gzip"]],
  [
    "authorization",
    ["Bearer ", "Bearer x", "bearer a b", "Basic YTpi", "Bearer ..", `Bearer ${"x".repeat(9000)}`, "Bearer %00"],
  ],
  ["x-forwarded-for", ["127.0.0.1", "::1", "1.2.3.4, 127.0.0.1", "999.1.1.1"]],
  ["x-forwarded-host", ["evil.test"]],
  ["x-forwarded-proto", ["http"]],
  ["host", ["evil.test", "localhost"]],
  ["forwarded", ["for=127.0.0.1;host=evil.test"]],
  ["x-http-method-override", ["DELETE", "POST"]],
  ["x-captcha-response", ["", "wrong", "x".repeat(9000)]],
  ["user-agent", ["x".repeat(20_000), "<script>", "\u00ff"]],
  ["accept", ["text/html", "*/*"]],
  ["webhook-timestamp", ["0", "-1", "NaN", "Infinity", "99999999999999999999", ""]],
  ["webhook-signature", ["", "v1,", "v1,AAAA", "v1a,x", "v2,x ".repeat(2000)]],
  ["webhook-id", ["", "x".repeat(5000), "../x"]],
  ["range", ["bytes=0-1"]],
  ["if-none-match", ["*"]],
];

const header: fc.Arbitrary<Mutation> = fc.oneof(
  fc
    .constantFrom(...headers.flatMap(([name, values]) => values.map((value) => [name, value] as const)))
    .map(([name, value]) => ({ kind: "header" as const, name, value })),
  fc.record({
    kind: fc.constant("header" as const),
    name: fc.constantFrom(...headers.map(([name]) => name)),
    value: hostileText,
  }),
);

const methods = ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS", "QUERY", "get", "PROPFIND"] as const;

export const mutation: fc.Arbitrary<Mutation> = fc.oneof(
  { weight: 4, arbitrary: header },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant("cookie" as const), how: keysOf(cookieMutations), at: fc.nat(200) }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("bytes" as const), how: keysOf(bodyMutations) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("method" as const), method: fc.constantFrom(...methods) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("path" as const), how: keysOf(pathMutations) }) },
  { weight: 1, arbitrary: fc.constantFrom({ kind: "form" as const }, { kind: "unsigned" as const }) },
);
