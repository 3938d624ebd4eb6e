/** Runs in a child process: loads the app's auth file and responds with its schema. */

import { createJiti } from "jiti";
import { findAuthExport } from "./exports.ts";
import { describeProblem } from "./problem.ts";
import type { LoadRequest, LoadResponse } from "./protocol.ts";
import { serializeSchema } from "./schema-json.ts";
import { stubModules } from "./stub-modules.ts";
import { substituteOptions } from "./substitute.ts";

const { file, aliases } = JSON.parse(process.argv[2] ?? "{}") as LoadRequest;

// The command has exited, so no one waits for the response.
process.on("disconnect", () => process.exit(1));
// Bound before the app's modules can change it.
const send = process.send?.bind(process);

async function respond(): Promise<LoadResponse> {
  try {
    const given = substituteOptions();
    const jiti = createJiti(file, {
      // Leaves no files behind, in the app or in a temporary folder that others can write to.
      fsCache: false,
      // Email templates are often in JSX.
      jsx: { runtime: "automatic" },
      tsconfigPaths: aliases.tsconfig ?? false,
      alias: { ...aliases.alias },
      virtualModules: stubModules(file),
    });
    const auth = await findAuthExport(await jiti.import<Readonly<Record<string, unknown>>>(file));
    if (!auth) {
      return { from: "latchkey", problem: "It exports no auth instance. Export the result of createAuth as auth." };
    }
    const plugins = auth.$context.extensions.plugins.filter(given.hasPlugin).map(({ id }) => id);
    const substringIndexes = given.substringIndexes(auth.schema);
    return { from: "latchkey", schema: serializeSchema(auth.schema), plugins, substringIndexes };
  } catch (problem) {
    return { from: "latchkey", problem: describeProblem(problem, process.cwd()) };
  }
}

const response = await respond();
// The app's connection pools and timers would keep the process alive.
if (send) send(response, () => process.exit(0));
else process.exit(1);
