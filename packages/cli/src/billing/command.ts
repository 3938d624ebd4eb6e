/** `latchkey billing sync`: copies everything from the payment provider to the app's database. */

import { type ChildProcess, fork } from "node:child_process";
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { findAliases } from "../app/tsconfig.ts";
import { type Command, textFlag } from "../command.ts";
import { readTarget, targetOptions } from "../project/target.ts";
import type { Terminal } from "../terminal.ts";
import { progressLine, summaryLine } from "./progress.ts";
import { isSyncMessage, type SyncProgress, type SyncRequest } from "./sync-protocol.ts";

/** When run from a checkout, the child process uses the last build. */
const entry = fileURLToPath(
  new URL(import.meta.url.endsWith(".ts") ? "../../dist/billing.js" : "./billing.js", import.meta.url),
);

export const billingSyncCommand: Command = {
  summary: "Copy everything from the payment provider",
  help: `latchkey billing sync [--restart]

Runs the app's auth.api.billing.sync(), with its configuration and database, and shows the progress. It reads all products,
customers, subscriptions, orders, and what belongs to them. It's safe while webhooks arrive. If it's stopped, the next run
continues. Ctrl+C stops it after the current page.

  --restart  starts again instead of continuing
  --auth     the auth file, if it isn't found`,
  options: { auth: targetOptions.auth, restart: { type: "boolean" } },
  async run(flags, terminal) {
    const { authFile, environment } = readTarget(terminal, {
      auth: textFlag(flags, "auth"),
      plugins: undefined,
      database: undefined,
    });
    if (!authFile) throw new Error("No auth file was found. Pass its path with --auth.");
    const file = resolve(terminal.folder, authFile.path);
    const request: SyncRequest = { file, aliases: findAliases(file), restart: flags.restart === true };
    const child = fork(entry, [JSON.stringify(request)], {
      cwd: terminal.folder,
      env: environment.all(),
      execArgv: [],
      stdio: ["ignore", "ignore", "inherit", "ipc"],
    });
    return follow(child, terminal);
  },
};

/** Shows the progress, and returns the exit code once the process ends. */
function follow(child: ChildProcess, { out, error }: Terminal): Promise<number> {
  let last: SyncProgress | null = null;
  let problem: string | null = null;
  let isStopped = false;
  child.on("message", (message) => {
    if (!isSyncMessage(message)) return;
    if ("problem" in message) {
      problem = message.problem;
      return;
    }
    if ("isStopping" in message) {
      error("Stopping after the current page.");
      return;
    }
    const line = progressLine(message.progress, last);
    if (line !== null) out(line);
    last = message.progress;
  });
  return new Promise((settle, reject) => {
    const stop = (): void => {
      isStopped = true;
      // The child process stores the page that it's reading, and then ends.
      child.kill("SIGTERM");
    };
    process.on("SIGINT", stop).on("SIGTERM", stop);
    child.on("error", reject);
    child.on("close", () => {
      process.off("SIGINT", stop).off("SIGTERM", stop);
      const isDone = last?.done === true;
      if (isDone && last) out(summaryLine(last));
      else if (isStopped) error("Stopped. Run the command again to continue.");
      else error(problem ?? "The app ended the process before everything was read. Run the command again to continue.");
      settle(isDone ? 0 : 1);
    });
  });
}
