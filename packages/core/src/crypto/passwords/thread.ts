/** Calls a slow synchronous function on a thread of its own, where the runtime has threads. */

import { builtinModule } from "../native.ts";
import { locatePackage } from "./packages.ts";

/** One call. The arguments are copied to the thread. */
export interface ThreadCall {
  /** Name of the file to import, such as `@noble/hashes/scrypt.js`. */
  readonly module: string;
  /** Name of the function among its exports. */
  readonly name: string;
  readonly args: readonly unknown[];
}

// The thread imports by an address that was found here, so that it works wherever the package is installed. It gives no
// answer if the import fails; an error of the function itself is an answer.
const program = `
const { parentPort, workerData: { address, name, args } } = require("node:worker_threads");
const call = (exports) => {
  try {
    return { value: (exports[name] ?? exports.default[name])(...args) };
  } catch (error) {
    return { error: String(error) };
  }
};
import(address).then(call, () => ({})).then((answer) => parentPort.postMessage(answer));
`;

interface Answer {
  readonly value?: unknown;
  readonly error?: string;
}

/**
 * What the function gives; `null` if no thread could run it here: no threads, no permission, or a bundler took the file
 * away. The function then has not run.
 * @throws {Error} what the function threw
 */
export async function callInThread<T>({ module, name, args }: ThreadCall): Promise<{ readonly value: T } | null> {
  const threads = builtinModule<typeof import("node:worker_threads")>("node:worker_threads");
  const address = threads?.Worker ? locatePackage(module) : null;
  if (!threads || !address) return null;
  const answer = await ask(threads, { address, name, args });
  if (answer.error !== undefined) throw new Error(`${name} failed: ${answer.error}`);
  return "value" in answer ? { value: answer.value as T } : null;
}

function ask({ Worker }: typeof import("node:worker_threads"), workerData: unknown): Promise<Answer> {
  return new Promise((resolve) => {
    try {
      // Without the flags of the parent process, whose loaders and inspectors the thread has no use for.
      const worker = new Worker(program, { eval: true, workerData, execArgv: [] });
      worker.once("message", resolve);
      worker.once("error", () => resolve({}));
      worker.once("exit", () => resolve({}));
    } catch {
      resolve({});
    }
  });
}
