import { expect, test } from "vitest";
import { utf8 } from "../encoding.ts";
import { randomBytes } from "../random.ts";
import { argon2, scrypt } from "./derive.ts";
import { createPasswordHasher } from "./hasher.ts";
import { formatPhc } from "./phc.ts";
import { detectHashFormat } from "./schemes.ts";

const rightButOld = { ok: true, needsRehash: true };
const wrong = { ok: false, needsRehash: false };
const password = "correct horse";
const hasher = createPasswordHasher({ onUnusable: (reason) => expect.fail(reason) });

test("PASS-08: a hash from the reference tool verifies, and its 64-bit salt is replaced", async () => {
  // From the tests of P-H-C's argon2: 64 MiB, two passes, salt "somesalt".
  const tool = "$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc";
  expect(await hasher.verify("password", tool)).toEqual(rightButOld);
});

test.each([
  [{ memory: 12_288, passes: 3 }, true],
  [{ memory: 19_456, passes: 1 }, true],
  [{ memory: 19_456, passes: 2 }, false],
  [{ memory: 47_104, passes: 1 }, false],
  [{ memory: 65_536, passes: 3 }, false],
])("PASS-08: argon2id with %o verifies, and is replaced if weaker than new hashes: %s", async (cost, needsRehash) => {
  const salt = randomBytes(16);
  const hash = await argon2("argon2id", utf8(password), salt, { ...cost, parallelism: 1, length: 32 });
  const parameters = { m: cost.memory, t: cost.passes, p: 1 };
  const stored = formatPhc({ algorithm: "argon2id", version: 19, parameters, salt, hash });
  expect(await hasher.verify(password, stored)).toEqual({ ok: true, needsRehash });
});

test.each([
  [{ ln: 14, r: 8, p: 5 }, true],
  [{ ln: 15, r: 8, p: 1 }, true],
  [{ ln: 15, r: 8, p: 3 }, false],
  [{ ln: 16, r: 8, p: 2 }, false],
  [{ ln: 17, r: 8, p: 1 }, false],
])(
  "PASS-08: scrypt with %o verifies, and is replaced if weaker than new hashes: %s",
  async (parameters, needsRehash) => {
    const salt = randomBytes(16);
    const { ln, r, p } = parameters;
    const hash = await scrypt(utf8(password), salt, { N: 2 ** ln, r, p, length: 32 });
    const stored = formatPhc({ algorithm: "scrypt", version: null, parameters, salt, hash });
    expect(await hasher.verify(password, stored)).toEqual({ ok: true, needsRehash });
  },
);

test("PASS-08: a wrong password never replaces the stored hash", async () => {
  expect(await hasher.verify("wrong", bySaltKey)).toEqual(wrong);
});

// Created by better-auth 1.7.7 (@better-auth/utils 0.4.2).
const bySaltKey =
  "f6c4646e8cf7453b454cc55b21151b46:278efa80a6a93f3a7ab19160d8e19479f33fdaeb0abaead0af4ec620f681defb" +
  "eef85e79e9560e4840e6d0f66fd22113772782d332da1b3bcbb5c9324cf010d4";

test("PASS-08: another library's {salt}:{key} hash verifies in any Unicode form of the password, and is replaced", async () => {
  expect(await hasher.verify("correct horse ﬁve", bySaltKey)).toEqual(rightButOld);
  expect(await hasher.verify("correct horse five", bySaltKey)).toEqual(rightButOld);
  expect(await hasher.verify("correct horse six", bySaltKey)).toEqual(wrong);
});

test.each([
  // The test vectors of the openwall package.
  ["U*U", "$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW"],
  ["U*U*", "$2a$05$CCCCCCCCCCCCCCCCCCCCC.VGOzA784oUp/Z0DY336zx7pLYAy0lwK"],
  ["U*U*U", "$2b$05$XXXXXXXXXXXXXXXXXXXXXOAcXxm9kjPGEMsLznoKqmqw7tc8WCx4a"],
  ["", "$2y$05$CCCCCCCCCCCCCCCCCCCCC.7uG0VCzI2bS7j6ymqJi9CdcdxiRTWNy"],
])("PASS-07: bcrypt of %j verifies, and is replaced", async (typed, stored) => {
  expect(await hasher.verify(typed, stored)).toEqual(rightButOld);
  expect(await hasher.verify(`${typed}!`, stored)).toEqual(wrong);
});

test("PASS-07: bcrypt reads 72 bytes; the hash that replaces it covers the whole password", async () => {
  const stored = "$2b$05$GcT4OP6XV7ZFu863p3cc5eqwRg6/hLbR7ULmGcwcy5QgbTz3SXI6y"; // 72 times "a", then "rest"
  const typed = `${"a".repeat(72)}rest`;
  expect(await hasher.verify(typed, stored)).toEqual(rightButOld);
  expect(await hasher.verify(`${"a".repeat(72)}other`, stored)).toEqual(rightButOld);
  expect(await hasher.verify("a".repeat(71), stored)).toEqual(wrong);
  expect(await hasher.verify(`${"a".repeat(72)}other`, await hasher.hash(typed))).toEqual(wrong);
});

test("PASS-08: an argon2i hash from the reference tool verifies, and is replaced regardless of its cost", async () => {
  // From the tests of P-H-C's argon2: 64 MiB, two passes, salt "somesalt".
  const tool = "$argon2i$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$wWKIMhR9lyDFvRz9YTZweHKfbftvj+qf+YFY4NeBbtA";
  expect(await hasher.verify("password", tool)).toEqual(rightButOld);
  expect(await hasher.verify("Password", tool)).toEqual(wrong);
});

// The example from Firebase's own scrypt.
const byFirebase =
  "$fbscrypt$v=1,n=14,r=8,p=1,ss=Bw==,sk=jxspr8Ki0RYycVU8zykbdLGjFQ3McFUH0uiiTvC8pVMXAn210wjLNmdZJzxUECKbm0QsEmYUSDzZvpjeJ9WmXA==" +
  "$42xEC+ixf3L2lw==$lSrfV15cpx95/sZS2W9c9Kp6i/LVgQNDNC/qzrCnh1SAyZvqmZqAjTdn3aoItz+VHjoZilo78198JAdRuid5lQ==";

test("PASS-08: a Firebase scrypt hash verifies with its project's parameters, and is replaced", async () => {
  expect(await hasher.verify("user1password", byFirebase)).toEqual(rightButOld);
  expect(await hasher.verify("user2password", byFirebase)).toEqual(wrong);
});

test.each([
  [byFirebase, { form: "firebase-scrypt" }],
  [byFirebase.replace("n=14", "n=20"), { unusable: "too-costly" }],
  [byFirebase.replace("ss=Bw==", "ss=B"), { unusable: "malformed" }],
  [bySaltKey, { form: "salt:key" }],
  ["$2y$12$R9h/cIPz0gi.URNNX3kh2OPST9/PgBkqquzi.Ss7KIUgO2t0jWMUW", { form: "bcrypt" }],
  ["5f4dcc3b5aa765d61d8327deb882cf99", { unusable: "unknown-form" }],
])("%s is recognized as %o", (stored, expected) => {
  expect(detectHashFormat(stored)).toEqual(expected);
});

test("PASS-09: Firebase parameters that scrypt doesn't allow are rejected, instead of causing a sign-in error", () => {
  const bytes = "AAAAAAAAAAAAAAAAAAAAAA==";
  const stored = (n: number, r: number) => `$fbscrypt$v=1,n=${n},r=${r},p=1,ss=Bw==,sk=${bytes}$${bytes}$${bytes}`;
  expect(detectHashFormat(stored(16, 1))).toEqual({ unusable: "malformed" });
  expect(detectHashFormat(stored(15, 1))).toEqual({ form: "firebase-scrypt" });
  expect(detectHashFormat(stored(20, 8))).toEqual({ unusable: "too-costly" });
});

test("PASS-09: the largest blocks below the limit are computed", async () => {
  const stored = `$scrypt$ln=4,r=9999,p=1$${"A".repeat(22)}$${"A".repeat(43)}`;
  expect(await hasher.verify(password, stored)).toEqual(wrong);
});
