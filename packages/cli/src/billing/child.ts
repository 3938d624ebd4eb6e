/** Runs in a child process: loads the app and runs its sync. */

import { createJiti } from "jiti";
import { findAuthExport } from "../app/exports.ts";
import { describeProblem } from "../app/problem.ts";
import { runSync } from "./run-sync.ts";
import type { SyncMessage, SyncRequest } from "./sync-protocol.ts";

const { file, aliases, restart } = JSON.parse(process.argv[2] ?? "{}") as SyncRequest;

const stop = new AbortController();
// The command was stopped. The current page is stored first. Otherwise, the next sync would have to wait for half a
// minute. A terminal sends SIGINT to the command and to this process, so the two signals count as one.
for (const event of ["SIGINT", "SIGTERM", "disconnect"]) process.on(event, () => stop.abort());
stop.signal.addEventListener("abort", () => void tell({ from: "latchkey", isStopping: true }));
// Bound before the app's modules can change it.
const send = process.send?.bind(process);

function tell(message: SyncMessage): Promise<void> {
  return new Promise((resolve) => {
    // A command that was killed gets no messages.
    if (send && process.connected) send(message, () => resolve());
    else resolve();
  });
}

try {
  const jiti = createJiti(file, {
    fsCache: false,
    jsx: { runtime: "automatic" },
    tsconfigPaths: aliases.tsconfig ?? false,
    alias: { ...aliases.alias },
  });
  const auth = await findAuthExport(await jiti.import<Readonly<Record<string, unknown>>>(file));
  if (!auth) throw new Error("It exports no auth instance. Export the result of createAuth as auth.");
  await runSync(auth, restart, (progress) => void tell({ from: "latchkey", progress }), stop.signal);
} catch (problem) {
  await tell({ from: "latchkey", problem: describeProblem(problem, process.cwd()) });
}
// The app's connection pools and timers would keep the process alive.
process.exit(0);
