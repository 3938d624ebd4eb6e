/** Starts each workspace example as its README describes. Needs a build. */

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { networkAddresses, type RunningProgram, startProgram } from "../../examples/runtimes/test/program.ts";
import { findRuntime, type Runtime, runtimes } from "../../examples/runtimes/test/runtimes.ts";
import { freePort } from "../shared/free-port.ts";
import { stepsFor } from "./steps.ts";

const origin = "https://app.example";
const examples = fileURLToPath(new URL("../../examples/", import.meta.url));

interface Light {
  readonly name: string;
  readonly runtime: Runtime;
  readonly root: string;
}

const node: Runtime = {
  name: "Node",
  source: null,
  command: ({ binary, root, env }) => ({ file: binary, args: ["--import", "tsx", "server.ts"], cwd: root, env }),
};

const lights: readonly Light[] = [
  ...["express", "fastify"].map((name) => ({ name, runtime: node, root: `${examples}${name}` })),
  // Other versions of Node.js are already tested without a framework.
  ...runtimes
    .filter(({ name, source }) => source === null || !name.startsWith("Node"))
    .map((runtime) => ({ name: `hono on ${runtime.name}`, runtime, root: `${examples}hono` })),
];

const found = await Promise.all(lights.map(async (light) => ({ ...light, binary: await findRuntime(light.runtime) })));

describe.each(found)("the example of $name", ({ runtime, root, binary }) => {
  describe.skipIf(binary === null)("behind a proxy", () => {
    const trial = { url: "", origin };
    let folder: string;
    let program: RunningProgram;

    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), "latchkey-framework-"));
      const port = await freePort();
      const env = {
        PORT: String(port),
        NODE_ENV: "production",
        AUTH_URL: origin,
        AUTH_SECRET: "nW4bT8qLz2XvK6cRm9HsJ3dYg7FpA5eU",
        DATABASE_FILE: join(folder, "app.db"),
      };
      program = await startProgram(await runtime.command({ binary: binary as string, root, port, folder, env }), port);
      trial.url = program.url;
    });
    afterAll(async () => {
      await program?.stop();
      await rm(folder, { recursive: true, force: true });
    });

    test.each(stepsFor(trial))("$title", ({ run }) => run());

    test("CONS-08: the example responds only to this machine", async () => {
      expect(await networkAddresses(Number(new URL(trial.url).port))).toEqual([]);
    });
  });
});

test.each(["express", "fastify", "hono"])("the browser bundle of %s contains no server code", async (name) => {
  const { outputFiles, metafile } = await build({
    entryPoints: [`${examples}${name}/browser.ts`],
    bundle: true,
    minify: true,
    format: "esm",
    write: false,
    metafile: true,
  });
  expect(Object.keys(metafile.inputs).filter((path) => /core|packages\/sql|libsql|auth\.ts$/.test(path))).toEqual([]);
  expect(outputFiles[0]?.contents.length).toBeLessThan(20_000);
});
