import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { createAuth } from "@latchkey/core";
import { userTable } from "@latchkey/core/plugin";
import { sqlAdapter } from "@latchkey/sql";
import { username } from "@latchkey/username";
import { hashSync } from "bcryptjs";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type Addressed, addressed } from "../../test/databases.ts";
import { type Place, place } from "../../test/terminal.ts";

const password = "correct horse battery";
/** Hashes from other libraries: bcrypt, better-auth, argon2's reference tools, and Firebase. */
const hashes = {
  bcrypt: hashSync(password, 4),
  argon2i: "$argon2i$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$wWKIMhR9lyDFvRz9YTZweHKfbftvj+qf+YFY4NeBbtA",
  argon2id: "$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc",
  saltKey:
    "f6c4646e8cf7453b454cc55b21151b46:278efa80a6a93f3a7ab19160d8e19479f33fdaeb0abaead0af4ec620f681defb" +
    "eef85e79e9560e4840e6d0f66fd22113772782d332da1b3bcbb5c9324cf010d4",
};
const firebase = `hash_config {
  algorithm: SCRYPT,
  base64_signer_key: jxspr8Ki0RYycVU8zykbdLGjFQ3McFUH0uiiTvC8pVMXAn210wjLNmdZJzxUECKbm0QsEmYUSDzZvpjeJ9WmXA==,
  base64_salt_separator: Bw==,
  rounds: 8,
  mem_cost: 14,
}`;

describe.each(addressed)("latchkey import users on $name", ({ make }) => {
  let app: Place;
  let database: Addressed;
  const plugins = ["--plugins", "admin,username"];

  beforeEach(async () => {
    app = place();
    database = await make(app.folder);
    await app.run("migrate", "--database", database.address, ...plugins);
  });
  afterEach(async () => {
    await database.close();
    app.remove();
  });

  const run = (...words: string[]) => app.run("import", "users", ...words, "--database", database.address, ...plugins);

  async function rows(statement: string): Promise<Readonly<Record<string, unknown>>[]> {
    const open = await database.open();
    const found = await open.rows(statement);
    await open.close();
    return found;
  }

  const emails = async (): Promise<unknown[]> => {
    const user = database.address.startsWith("mysql") ? "`user`" : '"user"';
    return (await rows(`select email from ${user} order by email`)).map(({ email }) => email);
  };

  test("imports CSV: a preview, then the import, then a check; users can sign in with each kind of hash", async () => {
    app.write(
      "people.csv",
      `\ufeffemail,name,passwordHash,username,role
Ann@Example.com,"Ann, the ""first""",${hashes.bcrypt},Ann_1,admin
bob@example.com,Bob,"${hashes.argon2i}",,
cal@example.com,,"${hashes.argon2id}",,
dan@example.com,Dan,${hashes.saltKey},,
eve@example.com,Eve,,,
`,
    );
    const shown = await run("people.csv");
    expect(shown).toMatchObject({ code: 0, error: "Not imported: role. To import them, add them to --columns." });
    expect(shown.out).toBe(
      "5 users are new, 0 already exist, 0 can't be imported.\nPasswords: argon2i 1, argon2id 1, bcrypt 1, none 1, salt:key 1.\nNothing was written. To import, add --write.\n",
    );
    expect(await emails()).toEqual([]);
    expect((await run("people.csv", "--write")).out).toContain("5 users were imported.");
    const again = await run("people.csv", "--write");
    const { out: report } = await app.run("doctor", "--database", database.address);
    expect(report).toContain("Passwords are stored in 4 formats: argon2i 1, argon2id 1, bcrypt 1, salt:key 1.");
    expect(report).toContain("npm install bcryptjs");
    expect(again.out).toContain("0 users are new, 5 already exist");
    expect(again.out).toContain("line 2: ann@example.com already exists and won't be changed.");

    const open = await database.open();
    const auth = createAuth({
      database: sqlAdapter(open.source),
      emailAndPassword: { enabled: true },
      logger: { disabled: true },
      plugins: [username()],
    });
    const signIn = (email: string, typed = password) => auth.api.signInEmail({ body: { email, password: typed } });
    expect(await signIn("ann@example.com")).toMatchObject({
      user: { name: 'Ann, the "first"', username: "ann_1", displayUsername: "Ann_1", emailVerified: false },
    });
    expect(await signIn("bob@example.com", "password")).toMatchObject({ user: { name: "Bob" } });
    expect(await signIn("cal@example.com", "password")).toMatchObject({ user: { name: "cal" } });
    expect(await signIn("dan@example.com", "correct horse five")).toMatchObject({ user: { name: "Dan" } });
    await expect(signIn("dan@example.com")).rejects.toMatchObject({ code: "INVALID_EMAIL_OR_PASSWORD" });
    await expect(signIn("eve@example.com")).rejects.toMatchObject({ code: "INVALID_EMAIL_OR_PASSWORD" });
    const stored = async () =>
      (await open.rows("select password from account where password is not null")).map((row) => String(row.password));
    // Runs after the response, so that no one waits for it.
    await expect
      .poll(async () =>
        (await stored()).every((hash) => /^\$(argon2id\$v=19\$m=19456|scrypt)/.test(hash) || hash === hashes.argon2id),
      )
      .toBe(true);
    await open.close();
  });

  test("imports only named columns: a role column can't make a user an admin", async () => {
    const user = database.address.startsWith("mysql") ? "`user`" : '"user"';
    const people = (...names: string[]) =>
      JSON.stringify([
        {
          email: `${names[0]}@example.com`,
          uid: 7,
          role: "admin",
          confirmed: true,
          joined: "2020-01-02T03:04:05.678+02:00",
        },
        { email: `${names[1]}@example.com`, uid: 8, role: "admin", confirmed: "no", joined: 1577934245 },
      ]);
    app.write("plain.json", people("ann", "bob"));
    app.write("named.json", people("cal", "dan"));
    expect((await run("plain.json", "--write")).error).toContain("Not imported: uid, role, confirmed, joined.");
    expect(await rows(`select email from ${user} where role = 'admin'`)).toEqual([]);

    await run("named.json", "--write", "--columns", "id=uid,role,emailVerified=confirmed,createdAt=joined");
    const open = await database.open();
    const { $context } = createAuth({ database: sqlAdapter(open.source) });
    const where = { id: { in: ["7", "8"] } };
    const found = await $context.db.findMany(userTable, { where, orderBy: [{ column: "email" }], limit: 9 });
    await open.close();
    expect(found).toMatchObject([
      {
        id: "7",
        email: "cal@example.com",
        emailVerified: true,
        createdAt: new Date("2020-01-02T01:04:05.678Z"),
        epoch: 0,
      },
      {
        id: "8",
        email: "dan@example.com",
        emailVerified: false,
        createdAt: new Date("2020-01-02T03:04:05Z"),
      },
    ]);
    expect(await rows(`select email from ${user} where role = 'admin'`)).toHaveLength(2);
    expect((await run("named.json", "--columns", "epoch")).error).toContain(
      "--columns has an unknown field: epoch. Use id, name,",
    );
  });

  test("reports what's wrong with each row, and imports nothing, or only the valid rows", async () => {
    app.write(
      "people.csv",
      `email,name,passwordHash,username,verified
ann@example.com,Ann,${hashes.bcrypt},ann,yes
no address,Bob,,,no
cal@example.com,Cal,5f4dcc3b5aa765d61d8327deb882cf99,,no
dan@example.com,Dan,${hashes.bcrypt.slice(0, 40)},,no
eve@example.com,Eve,,ANN,no
ANN@example.com,Ann,,,no
fay@example.com,Fay,,,perhaps
gus@example.com,Gus
hal@example.com,"Hal
of two lines",,h,no
,Ida,,,no
jan@example.com,Jan,"$2b$20$R9h/cIPz0gi.URNNX3kh2OPST9/PgBkqquzi.Ss7KIUgO2t0jWMUW",,no
`,
    );
    const refused = await run("people.csv", "--write", "--columns", "emailVerified=verified");
    expect(refused.code).toBe(1);
    expect(refused.error.split("\n").sort()).toEqual(
      [
        "line 3: email isn't an email address: no address.",
        "line 4: passwordHash has an unknown format.",
        "line 5: passwordHash is truncated or changed.",
        "line 6: username ann is already in line 2.",
        "line 7: email ann@example.com is already in line 2.",
        "line 8: emailVerified is neither true nor false: perhaps.",
        "line 9: it has more or fewer values than the header has columns.",
        "line 11: username is too short.",
        "line 12: email is missing.",
        "line 13: passwordHash is too expensive to check.",
        "Nothing was written. Fix these, or skip them with --skip-invalid.",
      ].sort(),
    );
    expect(await emails()).toEqual([]);
    const rest = await run("people.csv", "--write", "--skip-invalid", "--columns", "emailVerified=verified");
    expect([rest.code, await emails()]).toEqual([0, ["ann@example.com"]]);
  });

  test("imports Firebase's export with its project's parameters", async () => {
    app.write("hash-config.txt", firebase);
    const [salt, hash] = [
      "42xEC+ixf3L2lw==",
      "lSrfV15cpx95/sZS2W9c9Kp6i/LVgQNDNC/qzrCnh1SAyZvqmZqAjTdn3aoItz+VHjoZilo78198JAdRuid5lQ==",
    ];
    const websafe = hash.replaceAll("+", "-").replaceAll("/", "_");
    app.write(
      "users.json",
      JSON.stringify({
        users: [
          {
            localId: "x1",
            email: "ann@example.com",
            displayName: "Ann",
            passwordHash: websafe,
            salt,
            createdAt: "1577934245123",
          },
        ],
      }),
    );
    const columns = "id=localId,name=displayName,createdAt,passwordSalt=salt";
    expect((await run("users.json", "--firebase", "hash-config.txt", "--columns", columns, "--write")).code).toBe(0);
    const open = await database.open();
    const auth = createAuth({ database: sqlAdapter(open.source), emailAndPassword: { enabled: true } });
    const body = { email: "ann@example.com", password: "user1password" };
    expect(await auth.api.signInEmail({ body })).toMatchObject({ user: { id: "x1", name: "Ann" } });
    const rehashed = async () => String((await open.rows("select password from account"))[0]?.password);
    await expect.poll(rehashed).toMatch(/^\$(argon2id|scrypt)\$/);
    await open.close();
    const { out } = await app.run("doctor", "--database", database.address);
    expect(out).not.toContain("in a format that Latchkey can't read");
  });

  test("users who are disabled in the file are reported if the column isn't imported, and otherwise imported as banned", async () => {
    const people = ["ann", "bob", "cal"].map((name) => ({ email: `${name}@example.com`, disabled: name === "ann" }));
    app.write("users.json", JSON.stringify(people));
    const refused = await run("users.json", "--write");
    expect([refused.code, refused.error]).toEqual([
      1,
      expect.stringContaining(
        "entry 1: disabled says that this user is banned, but the column isn't imported. Import it with",
      ),
    ]);
    expect(await emails()).toEqual([]);
    expect((await run("users.json", "--write", "--columns", "banned=disabled")).code).toBe(0);
    const user = database.address.startsWith("mysql") ? "`user`" : '"user"';
    expect(await rows(`select email from ${user} where banned is true`)).toEqual([{ email: "ann@example.com" }]);
  });

  test("a file that isn't UTF-8 doesn't corrupt names", async () => {
    writeFileSync(join(app.folder, "people.csv"), Buffer.from("email,name\nann@example.com,M\xfcller\n", "latin1"));
    const { code, error } = await run("people.csv", "--write");
    expect([code, error]).toEqual([1, expect.stringContaining("line 2: name has characters that aren't UTF-8")]);
    expect(await emails()).toEqual([]);
  });

  test("an unreadable file is an error that says what to do", async () => {
    app.write("a.csv", "mail\nann@example.com\n");
    app.write("b.csv", 'email\n"ann@example.com\n');
    app.write("c.jsonl", '{"email":"ann@example.com"}\n{"email"\n');
    app.write("d.json", "{}");
    expect((await run()).error).toBe("FILE is missing. See: latchkey import users --help");
    expect((await run("people.xlsx")).error).toContain("people.xlsx has an unknown extension. Use .csv");
    expect((await run("none.csv")).error).toContain("ENOENT");
    expect((await run("a.csv")).error).toContain("a.csv has no column email for email. It has: mail.");
    expect((await run("b.csv")).error).toContain("Quote Not Closed");
    expect((await run("c.jsonl")).error).toContain("line 2: it isn't a JSON object.");
    expect((await run("d.json")).error).toContain("d.json must contain a list of objects");
    expect(await emails()).toEqual([]);
  });
});

// Set LATCHKEY_IMPORT_ROWS=100000 to measure the numbers in docs/migrate/import-users.md.
test("thousands of rows are stored in one transaction", { timeout: 300_000 }, async () => {
  const app = place();
  await app.run("migrate", "--database", "app.db");
  const count = Number(process.env.LATCHKEY_IMPORT_ROWS ?? 5_000);
  const lines = Array.from({ length: count }, (_, at) => `user${at}@example.com,User ${at},${hashes.bcrypt}`);
  app.write("people.csv", `email,name,passwordHash\n${lines.join("\n")}\n`);
  const before = performance.now();
  const { out } = await app.run("import", "users", "people.csv", "--database", "app.db", "--write");
  if (count > 5_000) console.log(`${count} rows: ${Math.round(performance.now() - before)} ms`);
  expect(out).toContain(`${count} users were imported.`);
  app.remove();
});
