/** Runs in a process that the command starts: loads the app's auth file, and answers with its schema. */

import { createJiti } from "jiti";
import { authIn } from "./exports.ts";
import { describeProblem } from "./problem.ts";
import type { Answer, Question } from "./protocol.ts";
import { serializeSchema } from "./schema-json.ts";
import { standInModules } from "./stand-ins.ts";
import { substituteOptions } from "./substitute.ts";

const { file, aliases } = JSON.parse(process.argv[2] ?? "{}") as Question;

// The command is gone: no one waits for the answer.
process.on("disconnect", () => process.exit(1));
// Taken before the app's modules can change it.
const send = process.send?.bind(process);

async function answer(): Promise<Answer> {
  try {
    const wasGiven = substituteOptions();
    const jiti = createJiti(file, {
      // Leaves no files behind, in the app or in a temporary folder that others can write to.
      fsCache: false,
      // Email templates are often in JSX.
      jsx: { runtime: "automatic" },
      tsconfigPaths: aliases.tsconfig ?? false,
      alias: { ...aliases.alias },
      virtualModules: standInModules(file),
    });
    const auth = await authIn(await jiti.import<Readonly<Record<string, unknown>>>(file));
    if (!auth) {
      return { from: "latchkey", problem: "It exports no auth instance. Export the result of createAuth as auth." };
    }
    const plugins = auth.$context.extensions.plugins.filter(wasGiven).map(({ id }) => id);
    return { from: "latchkey", schema: serializeSchema(auth.schema), plugins };
  } catch (problem) {
    return { from: "latchkey", problem: describeProblem(problem, process.cwd()) };
  }
}

const found = await answer();
// Pools and timers of the app would keep the process alive.
if (send) send(found, () => process.exit(0));
else process.exit(1);
