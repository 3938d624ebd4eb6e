import { createAuth } from "@latchkey/core";
import { sqlAdapter } from "@latchkey/sql";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type Addressed, addressed } from "../../test/databases.ts";
import { type Place, place } from "../../test/terminal.ts";
import { openDatabase } from "../database/open.ts";

const password = "a few words in a row";
const words = ["admin", "create", "--email", "Ann@Example.com", "--name", "Ann", "--password-stdin", "--database"];

describe.each(addressed)("latchkey admin create on $name", ({ make }) => {
  let app: Place;
  let database: Addressed;
  beforeEach(async () => {
    app = place({}, { input: `${password}\n` });
    database = await make(app.folder);
    await app.run("migrate", "--database", database.address, "--plugins", "admin,username");
  });
  afterEach(async () => {
    await database.close();
    app.remove();
  });

  async function rows(statement: string): Promise<Readonly<Record<string, unknown>>[]> {
    const open = await database.open();
    const found = await open.rows(statement).finally(() => open.close());
    return found;
  }

  test("creates an admin who can sign in with the password, and writes it to the audit log", async () => {
    const made = await app.run(...words, database.address);
    expect([made.code, made.error]).toEqual([0, ""]);
    const open = await database.open();
    const auth = createAuth({ database: sqlAdapter(open.source), emailAndPassword: { enabled: true } });
    const { user } = await auth.api.signInEmail({ body: { email: "ann@example.com", password } });
    expect(user).toMatchObject({ name: "Ann", emailVerified: true });
    await open.close();
    const quoted = database.address.startsWith("mysql") ? "`user`" : '"user"';
    expect(await rows(`select email, role from ${quoted}`)).toMatchObject([
      { email: "ann@example.com", role: "admin" },
    ]);
    expect(await rows("select action from audit where action = 'admin.user.create'")).toHaveLength(1);
  });

  test("one of two concurrent runs creates the user, and the other says what to do", async () => {
    const both = await Promise.all([app.run(...words, database.address), app.run(...words, database.address)]);
    expect(both.map(({ code }) => code).sort()).toEqual([0, 1]);
    expect(both.map(({ error }) => error).join("")).toContain("--promote");
    expect(await rows("select id from account")).toHaveLength(1);
  });

  test("promotes an existing user once, and keeps their roles", async () => {
    await app.run(...words, database.address, "--role", "editor");
    const promote = ["admin", "create", "--promote", "--email", "ann@example.com", "--database", database.address];
    const both = await Promise.all([app.run(...promote), app.run(...promote)]);
    expect(both.map(({ code }) => code)).toEqual([0, 0]);
    expect(both.map(({ out }) => out).join("")).toContain("already has the role admin");
    expect(await rows("select data from audit where action = 'admin.user.set-role'")).toHaveLength(1);
    const stranger = await app.run(
      "admin",
      "create",
      "--promote",
      "--email",
      "bob@example.com",
      "--database",
      database.address,
    );
    expect([stranger.code, stranger.error]).toEqual([1, expect.stringContaining("No user has the email")]);
    const table = database.address.startsWith("mysql") ? "`user`" : '"user"';
    expect(await rows(`select role, epoch from ${table}`)).toMatchObject([{ role: "editor,admin" }]);
  });
});

describe("latchkey admin create", () => {
  let app: Place;
  afterEach(() => app.remove());

  test.each([
    ["a short password", { input: "short\n" }, ["--email", "a@example.com"], "Password too short. Nothing was saved."],
    ["no password", { input: "" }, ["--email", "a@example.com"], "standard input was empty"],
    ["no address", { input: "x" }, [], "--email is missing"],
    ["what is no address", { input: password }, ["--email", "ann"], "This isn't an email address. Nothing was saved."],
  ])("rejects %s, and stores nothing", async (_, surroundings, email, message) => {
    app = place({}, surroundings);
    await app.run("migrate", "--database", "app.db", "--plugins", "admin");
    const refused = ["admin", "create", "--name", "A", "--password-stdin", "--database", "app.db", ...email];
    const { code, error } = await app.run(...refused);
    expect([code, error]).toEqual([1, expect.stringContaining(message)]);
    const open = await openDatabase("app.db", app);
    expect(await open.rows("select id from account")).toEqual([]);
    await open.close();
  });

  test("rejects a promotion if the email isn't an email address", async () => {
    app = place();
    await app.run("migrate", "--database", "app.db", "--plugins", "admin");
    const { code, error } = await app.run("admin", "create", "--promote", "--email", "ann", "--database", "app.db");
    expect([code, error]).toEqual([1, "This isn't an email address. Nothing was saved."]);
  });

  test("prompts for missing values, and twice for the password", async () => {
    const asked: string[] = [];
    const say =
      (answer: string) =>
      async (question: string): Promise<string> => {
        asked.push(question);
        return answer;
      };
    const text = async (question: string): Promise<string> =>
      say(question === "Name" ? "Ann" : "ann@example.com")(question);
    app = place({}, { person: { text, password: say(password) } });
    await app.run("migrate", "--database", "app.db", "--plugins", "admin");
    const { code, out } = await app.run("admin", "create", "--database", "app.db");
    expect([code, out]).toEqual([0, "Created the admin ann@example.com with the role admin.\n"]);
    expect(asked).toEqual(["Email", "Name", "Password", "Repeat the password"]);
  });

  test("requires the role column, and says how to add it", async () => {
    app = place({}, { input: password });
    await app.run("migrate", "--database", "app.db");
    const { code, error } = await app.run(...words, "app.db");
    expect([code, error]).toEqual([1, expect.stringContaining("Add admin() to the plugins")]);
  });

  test("uses the auth file's role, minimum password length, and hasher", async () => {
    const file = (more: string): string => `
      import { admin } from "@latchkey/admin"; import { createAuth } from "@latchkey/core";
      import { sqlAdapter } from "@latchkey/sql"; import Database from "libsql";
      export const auth = createAuth({ database: sqlAdapter(new Database("app.db")),
        emailAndPassword: { enabled: true, ${more} }, plugins: [admin({ adminRoles: ["boss"], roles })] });`;
    app = place({ "auth.ts": file("minPasswordLength: 30") }, { input: password });
    await app.run("migrate", "--plugins", "admin");
    const create = words.slice(0, -1);
    expect((await app.run(...create)).error).toContain("Password too short");
    app.write("auth.ts", file("password: { hash, verify }"));
    expect((await app.run(...create)).error).toContain("hashes passwords with custom functions");
    app.write("auth.ts", file(""));
    expect((await app.run(...create)).out).toContain("with the role boss");
  });
});
