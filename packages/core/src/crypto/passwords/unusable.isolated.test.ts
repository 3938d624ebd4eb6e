import { expect, test, vi } from "vitest";
import { createPasswordHasher } from "./hasher.ts";
import type { UnusableHash } from "./scheme.ts";

const wrong = { ok: false, needsRehash: false };
const password = "correct horse";
const salt = "c29tZXNhbHRzb21lc2FsdA";
const hash = "CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc";

test.each<[string, UnusableHash]>([
  ["", "unknown-form"],
  [" ", "unknown-form"],
  ["correct horse", "unknown-form"],
  [":", "unknown-form"],
  ["zz:zz", "unknown-form"],
  ["f6c4646e8cf7453b454cc55b21151b46:278efa80", "unknown-form"],
  ["5f4dcc3b5aa765d61d8327deb882cf99", "unknown-form"],
  [`$argon2d$v=19$m=19456,t=2,p=1$${salt}$${hash}`, "unknown-form"],
  [`$pbkdf2-sha256$i=600000$${salt}$${hash}`, "unknown-form"],
  ["$2x$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW", "unknown-form"],
  ["$2b$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOe", "malformed"],
  ["$2b$03$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW", "malformed"],
  ["$argon2id$", "malformed"],
  [`$argon2id$v=19$m=19456,t=2,p=1$${salt}$`, "malformed"],
  [`$argon2id$m=19456,t=2,p=1$${salt}$${hash}`, "malformed"],
  [`$argon2id$v=16$m=19456,t=2,p=1$${salt}$${hash}`, "malformed"],
  [`$argon2id$v=19$m=19456,t=2$${salt}$${hash}`, "malformed"],
  [`$argon2id$v=19$m=19456,t=2,p=1,x=1$${salt}$${hash}`, "malformed"],
  [`$argon2id$v=19$m=19456,t=0,p=1$${salt}$${hash}`, "malformed"],
  [`$argon2id$v=19$m=7,t=2,p=1$${salt}$${hash}`, "malformed"],
  [`$scrypt$v=1$ln=15,r=8,p=3$${salt}$${hash}`, "malformed"],
  [`$scrypt$ln=0,r=8,p=3$${salt}$${hash}`, "malformed"],
  [`$scrypt$ln=16,r=1,p=3$${salt}$${hash}`, "malformed"],
  [`$scrypt$ln=15,r=0,p=3$${salt}$${hash}`, "malformed"],
  [`$scrypt$N=15,r=8,p=3$${salt}$${hash}`, "malformed"],
  // Each of these would take a gigabyte or minutes to compute.
  [`$argon2id$v=19$m=262145,t=2,p=1$${salt}$${hash}`, "too-costly"],
  [`$argon2id$v=19$m=9999999999,t=2,p=1$${salt}$${hash}`, "too-costly"],
  [`$argon2id$v=19$m=19456,t=11,p=1$${salt}$${hash}`, "too-costly"],
  [`$argon2id$v=19$m=19456,t=2,p=17$${salt}$${hash}`, "too-costly"],
  [`$scrypt$ln=21,r=1,p=1$${salt}$${hash}`, "too-costly"],
  [`$scrypt$ln=9999999999,r=8,p=1$${salt}$${hash}`, "too-costly"],
  [`$scrypt$ln=20,r=8,p=1$${salt}$${hash}`, "too-costly"],
  [`$scrypt$ln=15,r=8,p=17$${salt}$${hash}`, "too-costly"],
  [`$scrypt$ln=15,r=9999999999,p=1$${salt}$${hash}`, "too-costly"],
  [`$scrypt$ln=18,r=8,p=5$${salt}$${hash}`, "too-costly"],
  ["$2b$31$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW", "too-costly"],
])("PASS-09: %.50j counts as a wrong password at the usual cost, and is logged as %s", async (stored, reason) => {
  const reasons: UnusableHash[] = [];
  const hasher = createPasswordHasher({ onUnusable: (reason) => reasons.push(reason) });
  expect(await hasher.verify(password, stored)).toEqual(wrong);
  expect(reasons).toEqual([reason]);
  expect(hasher.stats).toMatchObject({ computed: 1, decoys: 1 });
});

test.each([null, undefined])(
  "ENUM-14: if the stored hash is %s, one hash is computed in the same pool",
  async (stored) => {
    const reasons: UnusableHash[] = [];
    const hasher = createPasswordHasher({ onUnusable: (reason) => reasons.push(reason) });
    expect(await hasher.verify(password, stored)).toEqual(wrong);
    expect(hasher.stats).toMatchObject({ computed: 1, decoys: 1, maxRunning: 1 });
    expect(reasons).toEqual([]);
  },
);

test("PASS-07: without bcryptjs, a bcrypt hash counts as a wrong password at the usual cost, and is logged", async () => {
  vi.resetModules();
  const nothing = { importOptional: async () => null, resolvePackage: () => null };
  vi.doMock("./optional-packages.ts", () => nothing);
  const bare = await import("./hasher.ts");
  vi.doUnmock("./packages.ts");
  const reasons: UnusableHash[] = [];
  const hasher = bare.createPasswordHasher({ onUnusable: (reason) => reasons.push(reason) });
  const stored = "$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW";
  expect(await hasher.verify("U*U", stored)).toEqual(wrong);
  expect(reasons).toEqual(["bcryptjs-missing"]);
  expect(hasher.stats).toMatchObject({ computed: 1, decoys: 1 });
});
