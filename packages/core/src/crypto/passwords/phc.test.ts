import { expect, test } from "vitest";
import { formatPhc, parsePhc } from "./phc.ts";

const salt = "c29tZXNhbHRzb21lc2FsdA";
const hash = "CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc";

test.each([`$argon2id$v=19$m=19456,t=2,p=1$${salt}$${hash}`, `$scrypt$ln=15,r=8,p=3$${salt}$${hash}`])(
  "%s stays the same when parsed and serialized",
  (text) => {
    const parsed = parsePhc(text);
    expect(parsed && formatPhc(parsed)).toBe(text);
  },
);

test("parameters are parsed as numbers, and the salt and hash as bytes", () => {
  expect(parsePhc(`$argon2id$v=19$m=19456,t=2,p=1$${salt}$${hash}`)).toMatchObject({
    algorithm: "argon2id",
    version: 19,
    parameters: { m: 19_456, t: 2, p: 1 },
    salt: new TextEncoder().encode("somesaltsomesalt"),
  });
});

test.each([
  "",
  "$",
  "$scrypt$",
  `scrypt$ln=15,r=8,p=3$${salt}$${hash}`,
  `$scrypt$ln=15,r=8,p=3$${salt}`,
  `$scrypt$ln=15,r=8,p=3$${salt}$`,
  `$scrypt$ln=15,r=8,p=3$$${hash}`,
  `$scrypt$ln=15,r=8,p=3$c2FsdA$${hash}`,
  `$scrypt$ln=15,r=8,p=3$${salt}$c2hvcnQ`,
  `$scrypt$ln=15,r=8,p=3$${salt}==$${hash}`,
  `$scrypt$ln=15,r=8,p=3$${salt}$${hash}=`,
  `$scrypt$ln=15,r=8,p=3$${salt}$${hash}$`,
  `$scrypt$ln=15,r=8,p=3$${salt}$${hash}\n`,
  `$scrypt$ln=-1,r=8,p=3$${salt}$${hash}`,
  `$scrypt$ln=1e9,r=8,p=3$${salt}$${hash}`,
  `$scrypt$ln=99999999999,r=8,p=3$${salt}$${hash}`,
  `$scrypt$ln=,r=8,p=3$${salt}$${hash}`,
  `$scrypt$$${salt}$${hash}`,
  `$scrypt$ln=15,r=8,p=3$${salt}$${hash.slice(0, -1)}d`,
  `$scrypt$ln=15,r=8,p=3$${salt}$${"A".repeat(1_000_000)}`,
  "$".repeat(500),
])("PASS-09: %.60j isn't parsed", (text) => expect(parsePhc(text)).toBeNull());
