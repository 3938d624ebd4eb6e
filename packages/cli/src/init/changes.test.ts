import { execFileSync } from "node:child_process";
import { chmodSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { type Place, place } from "../../test/terminal.ts";
import { applyChanges } from "./changes.ts";

const manifest = JSON.stringify({ name: "shop", type: "module", dependencies: { express: "^5" } });
const server = `import express from "express";\nconst app = express();\napp.listen(4000);\n`;
const init = ["init", "--yes", "--no-install", "--database", "app.db"];

let app: Place;
afterEach(() => app.remove());

describe("the diff that init shows of an environment file", () => {
  test("shows none of its contents, not even comments or multi-line keys", async () => {
    const key = [
      "-----BEGIN PRIVATE KEY-----",
      "MIIEvQIBADANBgkqhkiG9w0BAQEFAASC/+",
      "qF3kAbc9==",
      "-----END PRIVATE KEY-----",
    ];
    const own = `# was hunter2\nSIGNING_KEY="${key.join("\n")}"\n# AUTH=hunter3\n`;
    app = place({ "package.json": manifest, "server.js": server, ".env": own });
    const { out, error, code } = await app.run(...init);
    expect([code, error]).toEqual([0, ""]);
    expect(app.read(".env").startsWith(own)).toBe(true);
    for (const secret of ["hunter", ...key, "qF3kAbc9"]) expect(out).not.toContain(secret);
    const made = /^AUTH_SECRET=(.+)$/m.exec(app.read(".env"))?.[1] ?? "";
    expect(made).toHaveLength(43);
    expect(out).not.toContain(made);
    expect(out).toContain("+AUTH_SECRET=…");
    expect(out).toContain("+AUTH_URL=http://localhost:4000");
  });
});

test("KEY-08: a secret isn't written to a file that git publishes", async () => {
  app = place({ "package.json": manifest, "server.js": server, ".env": "OTHER=1\n" });
  const git = (...args: string[]): void => void execFileSync("git", args, { cwd: app.folder });
  git("init", "--quiet");
  git("add", ".env");
  const { code, error } = await app.run(...init);
  expect([code, error]).toEqual([1, expect.stringContaining("git rm --cached .env")]);
  expect(app.read(".env")).toBe("OTHER=1\n");
  git("rm", "--quiet", "--cached", ".env");
  expect((await app.run(...init)).code).toBe(0);
  expect((await app.run("doctor")).out).not.toContain("git tracks it");
  git("add", "--force", ".env");
  expect((await app.run("doctor")).out).toContain("git tracks it");
});

test.skipIf(process.platform === "win32")(
  "KEY-08: other users can't read the secrets or the database that init writes",
  async () => {
    app = place({ "package.json": manifest, "server.js": server });
    await app.run(...init);
    const mode = (path: string): string => (statSync(join(app.folder, path)).mode & 0o777).toString(8);
    expect([mode(".env"), mode("app.db")]).toEqual(["600", "600"]);
    app.remove();

    app = place({ "package.json": manifest, "server.js": server, ".env": "OTHER=1\n" });
    chmodSync(join(app.folder, ".env"), 0o644);
    await app.run(...init);
    expect([mode(".env"), app.read(".env")]).toEqual(["600", expect.stringContaining("AUTH_SECRET=")]);
  },
);

test("KEY-09: a SQLite file given as a URI is written as a path, and ignored by git", async () => {
  app = place({ "package.json": manifest, "server.js": server });
  await app.run(...init.slice(0, -1), "file:app.db");
  expect(app.read(".env")).toMatch(/^DATABASE_FILE=app\.db$/m);
  expect(app.read(".gitignore")).toMatch(/^app\.db\*$/m);
});

test("a database URL that's only in the environment isn't written to a file", async () => {
  const address = "postgres://ann:hunter2@127.0.0.1:1/shop";
  app = place({ "package.json": manifest, "server.js": server }, { environment: { DATABASE_URL: address } });
  const { out, error } = await app.run("init", "--yes", "--no-install");
  expect(app.read("auth.js")).toContain("process.env.DATABASE_URL");
  expect(app.read(".env")).toMatch(/^AUTH_SECRET=/m);
  expect(out + error + app.read(".env") + app.read("auth.js")).not.toContain("hunter2");
  // A URL from a flag belongs in the file.
  const other = place({ "package.json": manifest, "server.js": server });
  const flagged = await other.run("init", "--yes", "--no-install", "--database", address);
  const written = other.read(".env");
  other.remove();
  expect(written).toContain(`DATABASE_URL=${address}`);
  expect(flagged.out + flagged.error).not.toContain("hunter2");
});

describe("if init can't change a file safely, it changes nothing", () => {
  test.each([
    ["an environment file in UTF-16", ".env", Buffer.from("\ufeffOTHER=1\r\n", "utf16le")],
    ["a server with a letter of Latin-1", "server.js", Buffer.from(`// caf\u00e9\n${server}`, "latin1")],
    ["an environment file with one", ".env", Buffer.from("PASSWORD=caf\u00e9\n", "latin1")],
  ])("%s", async (_, path, bytes) => {
    app = place({ "package.json": manifest, "server.js": server });
    writeFileSync(join(app.folder, path), bytes);
    const { code, error } = await app.run(...init);
    expect([code, error]).toEqual([1, expect.stringContaining(`${path} isn't UTF-8`)]);
    expect(readFileSync(join(app.folder, path)).equals(bytes)).toBe(true);
    expect(() => app.read("auth.js")).toThrow("ENOENT");
  });

  test("a file that was changed or created in the meantime, or a broken symbolic link", () => {
    app = place({ "was.ts": "changed", "new.ts": "theirs" });
    symlinkSync(join(app.folder, "nowhere"), join(app.folder, "link.ts"));
    const first = { path: "first.ts", before: null, after: "first" };
    for (const [path, before] of [
      ["was.ts", "as it was"],
      ["new.ts", null],
      ["link.ts", null],
      ["gone.ts", "as it was"],
    ] as const) {
      const changes = [first, { path, before, after: "ours" }];
      expect(() => applyChanges(changes, app.folder)).toThrow(`${path} changed while the command was running`);
    }
    expect(() => app.read("first.ts")).toThrow("ENOENT");
    expect(() => app.read("nowhere")).toThrow("ENOENT");
    expect([app.read("was.ts"), app.read("new.ts")]).toEqual(["changed", "theirs"]);
  });
});
