import { monitorEventLoopDelay } from "node:perf_hooks";
import { describe, expect, test, vi } from "vitest";
import { createPasswordHasher, HashQueueFullError } from "./hasher.ts";
import { maxPasswordUnits } from "./normalize.ts";
import { parsePhc } from "./phc.ts";

const right = { ok: true, needsRehash: false };
const rightButOld = { ok: true, needsRehash: true };
const wrong = { ok: false, needsRehash: false };
const password = "correct horse";

describe("the stored form", () => {
  test("PASS-01: an argon2id hash uses 19 MiB and two passes, and has a 128-bit salt and a 256-bit digest", async () => {
    const stored = await createPasswordHasher({ algorithm: "argon2id" }).hash(password);
    expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
    expect(parsePhc(stored)?.salt).toHaveLength(16);
    expect(parsePhc(stored)?.hash).toHaveLength(32);
  });

  test("PASS-01: a scrypt hash uses N = 2^15, r = 8, and p = 3, and has a 128-bit salt and a 256-bit digest", async () => {
    const stored = await createPasswordHasher({ algorithm: "scrypt" }).hash(password);
    expect(stored).toMatch(/^\$scrypt\$ln=15,r=8,p=3\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
    expect(parsePhc(stored)?.salt).toHaveLength(16);
    expect(parsePhc(stored)?.hash).toHaveLength(32);
  });

  test("PASS-01: argon2id is chosen if it runs natively", async () => {
    expect(await createPasswordHasher().hash(password)).toMatch(/^\$argon2id\$/);
  });

  test("PASS-01: two hashes of the same password differ", async () => {
    const hasher = createPasswordHasher();
    expect(await hasher.hash(password)).not.toBe(await hasher.hash(password));
  });

  test.each(["argon2id", "scrypt"] as const)(
    "%s verifies its own hashes, and rejects other passwords",
    async (algorithm) => {
      const hasher = createPasswordHasher({ algorithm });
      const stored = await hasher.hash(password);
      expect(await hasher.verify(password, stored)).toEqual(right);
      expect(await hasher.verify("Correct horse", stored)).toEqual(wrong);
      expect(await hasher.verify("", stored)).toEqual(wrong);
    },
  );

  test("a hasher for one algorithm accepts hashes from the other without replacing them", async () => {
    const [argon2id, scrypt] = [
      createPasswordHasher({ algorithm: "argon2id" }),
      createPasswordHasher({ algorithm: "scrypt" }),
    ];
    expect(await argon2id.verify(password, await scrypt.hash(password))).toEqual(right);
    expect(await scrypt.verify(password, await argon2id.hash(password))).toEqual(right);
  });
});

describe("the password", () => {
  const forms = ["ÅngstrÖm①ﬁ", "A\u030AngstrO\u0308m①ﬁ", "\u212BngstrÖm1fi"];

  test.each(forms)(
    "PASS-04: a password that was stored as %j matches in composed, decomposed, and compatibility form",
    async (form) => {
      const hasher = createPasswordHasher();
      const stored = await hasher.hash(form);
      for (const typed of forms) expect(await hasher.verify(typed, stored), typed).toEqual(right);
      expect(await hasher.verify("Angstrom1fi", stored)).toEqual(wrong);
    },
  );

  test("PASS-06: NUL, surrounding spaces, and all characters after them are significant", async () => {
    const hasher = createPasswordHasher();
    const stored = await hasher.hash(" one\0two ");
    expect(await hasher.verify(" one\0two ", stored)).toEqual(right);
    for (const other of [" one", " one\0", " one\0twO ", "one\0two ", " one\0two", " one two "]) {
      expect(await hasher.verify(other, stored), JSON.stringify(other)).toEqual(wrong);
    }
  });

  test("PASS-06: half of a surrogate pair is never hashed, and never matches", async () => {
    const hasher = createPasswordHasher();
    await expect(hasher.hash("half \uD83D")).rejects.toThrow(RangeError);
    const stored = await hasher.hash("half \uFFFD");
    expect(await hasher.verify("half \uD83D", stored)).toEqual(wrong);
  });

  test("PASS-07: passwords that differ only after 72 bytes don't match", async () => {
    const hasher = createPasswordHasher();
    const stored = await hasher.hash(`${"a".repeat(72)}one`);
    expect(await hasher.verify(`${"a".repeat(72)}two`, stored)).toEqual(wrong);
  });

  test("PASS-02: a password above the maximum length is wrong without hashing, whatever is stored", async () => {
    const hasher = createPasswordHasher();
    const longest = "x".repeat(maxPasswordUnits);
    const stored = await hasher.hash(longest);
    expect(await hasher.verify(longest, stored)).toEqual(right);
    const before = hasher.stats.computed;
    for (const row of [stored, null, "corrupt"]) expect(await hasher.verify(`${longest}x`, row)).toEqual(wrong);
    await expect(hasher.hash(`${longest}x`)).rejects.toThrow(RangeError);
    expect(hasher.stats.computed).toBe(before);
  });
});

describe("equal work", () => {
  test.each(["argon2id", "scrypt"] as const)(
    "ENUM-14: a wrong password and an unknown user each cost one %s hash",
    async (algorithm) => {
      const hasher = createPasswordHasher({ algorithm });
      const stored = await hasher.hash(password);
      const costOf = async (row: string | null): Promise<number> => {
        const before = hasher.stats.computed;
        await hasher.verify("wrong", row);
        return hasher.stats.computed - before;
      };
      expect(await costOf(stored)).toBe(1);
      expect(await costOf(null)).toBe(1);
    },
  );

  test("ENUM-14: a wrong password for a faster hash also costs the usual hash, but a correct password doesn't", async () => {
    const hasher = createPasswordHasher();
    const quick = "$2b$04$Za8Qzn14XuRuUwAgpWhjAux/ACgCvfghp1h2AZXCgS6iWhJR9N8U2";
    await hasher.verify("wrong", quick);
    expect(hasher.stats).toMatchObject({ computed: 2, decoys: 1 });
    expect(await hasher.verify(password, quick)).toEqual(rightButOld);
    expect(hasher.stats).toMatchObject({ computed: 3, decoys: 1 });
  });

  test("ENUM-14: known and unknown users wait in one queue, first come, first served", async () => {
    const hasher = createPasswordHasher({ concurrency: 1 });
    const stored = await hasher.hash(password);
    const served: string[] = [];
    const visitors = ["known", "unknown", "known too", "unknown too"].map((name) =>
      hasher.verify("wrong", name.startsWith("known") ? stored : null).then(() => served.push(name)),
    );
    await Promise.resolve();
    expect(hasher.stats).toMatchObject({ running: 1, waiting: 3 });
    await Promise.all(visitors);
    expect(served).toEqual(["known", "unknown", "known too", "unknown too"]);
  });
});

describe("many concurrent hashes", () => {
  test.each(["argon2id", "scrypt"] as const)(
    "PASS-10: of 40 parallel %s hashes, only two run at a time, and the event loop stays responsive",
    async (algorithm) => {
      const hasher = createPasswordHasher({ algorithm, concurrency: 2 });
      const delay = monitorEventLoopDelay({ resolution: 5 });
      delay.enable();
      await Promise.all(
        Array.from({ length: 40 }, (_, at) => (at % 2 ? hasher.hash(password) : hasher.verify(password, null))),
      );
      delay.disable();
      expect(hasher.stats).toMatchObject({ computed: 40, maxRunning: 2, running: 0, waiting: 0 });
      // Hashing on the event loop would block it for half a second. A busy machine can block it for tens of
      // milliseconds.
      expect(delay.percentile(95) / 1e6).toBeLessThan(250);
    },
  );

  test("PASS-10: at most two hashes run at a time by default", async () => {
    const hasher = createPasswordHasher();
    await Promise.all(Array.from({ length: 10 }, () => hasher.hash(password)));
    expect(hasher.stats.maxRunning).toBeLessThanOrEqual(2);
  });

  test("PASS-10: when the queue is full, known and unknown users get the same typed error", async () => {
    const stored = await createPasswordHasher().hash(password);
    const hasher = createPasswordHasher({ concurrency: 1, maxQueued: 1 });
    const served = [hasher.hash(password), hasher.hash(password)];
    const refused = [hasher.verify("wrong", null), hasher.verify("wrong", stored), hasher.hash(password)];
    for (const answer of await Promise.allSettled(refused)) {
      expect(answer).toMatchObject({ status: "rejected", reason: expect.any(HashQueueFullError) });
    }
    expect(await Promise.all(served)).toHaveLength(2);
  });

  test("on runtimes where requests can't wait for each other, all hashes run immediately", async () => {
    vi.stubGlobal("navigator", { userAgent: "Cloudflare-Workers" });
    const hasher = createPasswordHasher({ concurrency: 1 });
    vi.unstubAllGlobals();
    await Promise.all([hasher.hash(password), hasher.hash(password), hasher.verify(password, null)]);
    expect(hasher.stats).toMatchObject({ computed: 3, maxRunning: 3 });
  });

  test.each([{ concurrency: 0 }, { concurrency: Number.NaN }, { maxQueued: -1 }])("%o is rejected", (options) => {
    expect(() => createPasswordHasher(options)).toThrow(RangeError);
  });
});

test("a server without native hashing uses scrypt, and verifies both algorithms", async () => {
  const [ofArgon2id, ofScrypt] = await Promise.all([
    createPasswordHasher({ algorithm: "argon2id" }).hash(password),
    createPasswordHasher({ algorithm: "scrypt" }).hash(password),
  ]);
  vi.resetModules();
  vi.doMock("./optional-packages.ts", async (original) => ({
    ...(await original<object>()),
    importOptional: async () => null,
  }));
  vi.doMock("../native.ts", async (original) => ({ ...(await original<object>()), nodeCrypto: null }));
  const bare = await import("./hasher.ts");
  vi.doUnmock("./packages.ts");
  vi.doUnmock("../native.ts");
  const hasher = bare.createPasswordHasher();
  expect(await hasher.hash(password)).toMatch(/^\$scrypt\$ln=15,r=8,p=3\$/);
  for (const stored of [ofArgon2id, ofScrypt]) {
    expect(await hasher.verify(password, stored)).toEqual(right);
    expect(await hasher.verify("wrong", stored)).toEqual(wrong);
  }
});
