import { startAuth, testPassword } from "@latchkey/test-kit";
import { quickDatabases } from "@latchkey/test-kit/databases";
import { describe, expect, test } from "vitest";
import { username } from "./plugin.ts";

let people = 0;
const person = () => ({ name: "Ann", email: `p${++people}@example.com`, password: testPassword });

/** Names that look like `admin_1`, or are invisible. */
const lookAlikes = [
  "аdmin_1",
  "ａｄｍｉｎ_1",
  "admin\u200b_1",
  "admin\u00ad_1",
  "\u202eadmin_1",
  "admin_\u0661",
  "ad\u043cin_1",
  "admın_1",
  "ádmin_1",
  "ad\u0301min_1",
  "admin_①",
  "ﬁne_name",
  "admin_1\u0000",
  "admin_1 ",
  " admin_1",
  "admin 1",
  "\u3000\u3000\u3000",
  "\u2800\u2800\u2800",
  "...",
  "..........",
];

describe.each(quickDatabases)("usernames on $name", ({ open }) => {
  test("INPUT-12: are ASCII letters, digits, underscores, and dots; a name in any case belongs to one user", async () => {
    const { database, close } = await open();
    const { browser } = await startAuth({ database, plugins: [username()] });
    expect((await browser().post("/sign-up/email", { ...person(), username: "Admin_1" })).status).toBe(200);
    const other = browser();
    await other.post("/sign-up/email", { ...person(), username: "other" });
    for (const name of lookAlikes) {
      for (const [path, body] of [
        ["/sign-up/email", { ...person(), username: name }],
        ["/update-user", { username: name }],
        ["/is-username-available", { username: name }],
        ["/sign-in/username", { username: name, password: testPassword }],
      ] as const) {
        const reply = await (path === "/update-user" ? other : browser()).post(path, body);
        expect([name, path, reply.status, reply.body.code]).toEqual([name, path, 422, "INVALID_USERNAME"]);
      }
    }
    for (const name of ["admin_1", "ADMIN_1", "aDmIn_1"]) {
      const signUp = await browser().post("/sign-up/email", { ...person(), username: name });
      expect([signUp.status, signUp.body.code]).toEqual([422, "USERNAME_IS_ALREADY_TAKEN"]);
      expect((await other.post("/update-user", { username: name })).body.code).toBe("USERNAME_IS_ALREADY_TAKEN");
      expect((await browser().post("/is-username-available", { username: name })).body).toEqual({ available: false });
    }
    await close();
  });

  test("INPUT-12: one of twenty concurrent requests for one name in different cases gets it", async () => {
    const { database, close } = await open();
    const hashes = { hash: async (text: string) => text, verify: async () => true };
    const emailAndPassword = { enabled: true, password: hashes };
    const { browser } = await startAuth({ database, plugins: [username()], emailAndPassword });
    const inCase = (at: number) => [..."abcde"].map((one, bit) => (at & (1 << bit) ? one.toUpperCase() : one)).join("");
    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, at) => browser().post("/sign-up/email", { ...person(), username: inCase(at) })),
    );
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(replies.filter(({ body }) => body.code === "USERNAME_IS_ALREADY_TAKEN")).toHaveLength(19);
    await close();
  });
});

test("INPUT-12: reserved words are up to the app's validator", async () => {
  const reserved = ["admin", "root", "support"];
  const usernameValidator = (name: string): boolean => /^[a-z]+$/i.test(name) && !reserved.includes(name.toLowerCase());
  const { browser } = await startAuth({ plugins: [username({ usernameValidator })] });
  for (const name of ["admin", "ROOT", "Support"]) {
    expect((await browser().post("/sign-up/email", { ...person(), username: name })).body.code).toBe(
      "INVALID_USERNAME",
    );
  }
  expect((await browser().post("/sign-up/email", { ...person(), username: "annie" })).status).toBe(200);
});
