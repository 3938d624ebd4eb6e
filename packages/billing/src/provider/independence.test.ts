import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { expect, test } from "vitest";

const src = new URL("..", import.meta.url).pathname;

/** The folders of payment providers. */
const providers = ["polar", "stripe"];

/** The only files that can name a provider: without an option, webhooks are like Polar's. */
const exceptions = ["options.ts"];

function sources(): string[] {
  const files = readdirSync(src, { recursive: true, encoding: "utf8" });
  return files.filter((file) => file.endsWith(".ts") && !file.endsWith(".test.ts"));
}

function importsOf(file: string): string[] {
  const text = readFileSync(join(src, file), "utf8");
  return [...text.matchAll(/from "(\.[^"]+)"/g)].map(([, path = ""]) => relative(src, join(src, file, "..", path)));
}

test("apart from the options, only the provider modules depend on a payment provider", () => {
  const knowing = sources().filter(
    (file) =>
      !providers.some((provider) => file.startsWith(`${provider}/`)) &&
      importsOf(file).some((path) => providers.some((provider) => path.startsWith(`${provider}/`))),
  );
  expect(knowing).toEqual(exceptions);
});

test("the providers don't import each other", () => {
  const files = sources().filter((file) => file.startsWith("polar/") || file.startsWith("stripe/"));
  const crossing = files.filter((file) => {
    const other = file.startsWith("polar/") ? "stripe/" : "polar/";
    return importsOf(file).some((path) => path.startsWith(other));
  });
  expect(files.length).toBeGreaterThan(10);
  expect(crossing).toEqual([]);
});
