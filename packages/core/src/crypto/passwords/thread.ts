/** Runs a slow synchronous function on its own thread, on runtimes with threads. */

import { builtinModule } from "../native.ts";
import { resolvePackage } from "./optional-packages.ts";

/** A call. The arguments are copied to the thread. */
export interface ThreadCall {
  /** The file to import, such as `@noble/hashes/scrypt.js`. */
  readonly module: string;
  /** The function's export name. */
  readonly name: string;
  readonly args: readonly unknown[];
}

// The thread imports from a URL resolved here, so that it works wherever the package is installed. If the import fails,
// it sends neither a value nor an error. An error of the function itself is sent as an error.
const program = `
const { parentPort, workerData: { address, name, args } } = require("node:worker_threads");
const call = (exports) => {
  try {
    return { value: (exports[name] ?? exports.default[name])(...args) };
  } catch (error) {
    return { error: String(error) };
  }
};
import(address).then(call, () => ({})).then((result) => parentPort.postMessage(result));
`;

interface ThreadResult {
  readonly value?: unknown;
  readonly error?: string;
}

/**
 * Returns the function's result, or `null` if no thread could run it: no threads, no permission, or a bundler removed
 * the file. In that case, the function hasn't run.
 *
 * @throws {Error} what the function threw
 */
export async function callInThread<T>({ module, name, args }: ThreadCall): Promise<{ readonly value: T } | null> {
  const threads = builtinModule<typeof import("node:worker_threads")>("node:worker_threads");
  const address = threads?.Worker ? resolvePackage(module) : null;
  if (!threads || !address) return null;
  const result = await runInWorker(threads, { address, name, args });
  if (result.error !== undefined) throw new Error(`${name} failed: ${result.error}`);
  return "value" in result ? { value: result.value as T } : null;
}

function runInWorker({ Worker }: typeof import("node:worker_threads"), workerData: unknown): Promise<ThreadResult> {
  return new Promise((resolve) => {
    try {
      // Without the parent's flags, because the thread doesn't need its loaders and inspectors.
      const worker = new Worker(program, { eval: true, workerData, execArgv: [] });
      worker.once("message", resolve);
      worker.once("error", () => resolve({}));
      worker.once("exit", () => resolve({}));
    } catch {
      resolve({});
    }
  });
}
