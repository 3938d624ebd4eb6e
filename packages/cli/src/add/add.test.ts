import { existsSync, mkdirSync, readdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { writeRegistry } from "../../../../scripts/build/registry/registry.ts";
import { type Place, place } from "../../test/terminal.ts";

const ui = fileURLToPath(new URL("../../../ui", import.meta.url));
const manifest = JSON.stringify({ name: "shop", dependencies: { react: "^19", "@latchkey/react": "^1" } });

let app: Place;
/** A folder with the registry, as the package's build writes it. */
let built: Place;
beforeAll(() => {
  built = place({ "package.json": JSON.stringify({ name: "@latchkey/ui" }) });
  writeRegistry(ui, join(built.folder, "dist/registry"));
});
afterAll(() => built.remove());
beforeEach(() => {
  app = place({ "package.json": manifest, "src/main.tsx": "" });
  mkdirSync(join(app.folder, "node_modules/@latchkey"), { recursive: true });
  symlinkSync(built.folder, join(app.folder, "node_modules/@latchkey/ui"));
});
afterEach(() => app.remove());

const copies = (folder: string): string[] =>
  readdirSync(join(folder, "src/components/latchkey"), { recursive: true, encoding: "utf8" });

test("the command copies a component with everything it needs, and installs missing packages", async () => {
  const { code, out } = await app.run("add", "sign-in", "--yes");

  expect(code).toBe(0);
  expect(app.read("src/components/latchkey/sign-in/sign-in.tsx")).toContain("export function SignIn(");
  expect(copies(app.folder)).toEqual(expect.arrayContaining(["styles.css", join("provider", "provider.tsx")]));
  expect(copies(app.folder)).not.toContain(join("sign-up", "sign-up.tsx"));
  expect(out).toContain("SignIn is in src/components/latchkey/sign-in/sign-in.tsx.");
  expect(app.started).toEqual([expect.stringMatching(/^npm install .*radix-ui@\^1/)]);
  expect(app.started[0]).not.toContain("@latchkey/react");
});

test("a second run changes nothing, and keeps the app's changes until they're overwritten explicitly", async () => {
  await app.run("add", "sign-in", "--yes", "--no-install");
  const file = "src/components/latchkey/sign-in/sign-in.tsx";
  const first = app.read(file);
  app.write(file, `${first}\n// ours`);

  const second = await app.run("add", "sign-in", "devices", "--yes", "--no-install");
  expect(second.out).toContain(`  ${file}\n`);
  expect(app.read(file)).toBe(`${first}\n// ours`);
  expect(existsSync(join(app.folder, "src/components/latchkey/sessions/devices.tsx"))).toBe(true);

  const third = await app.run("add", "sign-in", "--yes", "--overwrite", "--no-install");
  expect(third.out).toContain("-// ours");
  expect(app.read(file)).toBe(first);
});

test("components can be copied to a custom folder", async () => {
  const { out } = await app.run("add", "sign-in", "--to", "app/auth", "--yes", "--no-install");

  expect(out).toContain("SignIn is in app/auth/sign-in/sign-in.tsx.");
  expect(existsSync(join(app.folder, "app/auth/styles.css"))).toBe(true);
});

test("the list shows all components", async () => {
  const { out } = await app.run("add", "--list");

  expect(out).toMatch(/^organization-members +The members of the active organization/m);
  expect(out).not.toMatch(/^latchkey /m);
});

test.each([
  [["add"], "Name at least one component."],
  [["add", "nothing"], 'There\'s no component "nothing"'],
  [["add", "../../package"], "There's no component"],
  [["add", "sign-in"], "Can't ask for confirmation here"],
])("%j gets a helpful error, and writes nothing", async (words, message) => {
  const { code, error } = await app.run(...words);

  expect(code).toBe(1);
  expect(error).toContain(message);
  expect(existsSync(join(app.folder, "src/components"))).toBe(false);
});

test("without the package, the error says that it isn't installed", async () => {
  const other = place({ "package.json": manifest });
  const { error } = await other.run("add", "sign-in", "--yes");
  other.remove();

  expect(error).toContain("@latchkey/ui isn't installed");
});
