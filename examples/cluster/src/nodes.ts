/** Starts and stops node processes. */

import { fork } from "node:child_process";
import { once } from "node:events";
import { closeSync, openSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { NodeMessage, NodeSettings, SentMail } from "./settings.ts";

const program: string = fileURLToPath(new URL("node.ts", import.meta.url));

/** A running node process. */
export interface RunningNode {
  readonly port: number;
  readonly pid: number;
  /** Kills it immediately, even in the middle of a request. */
  kill(): Promise<void>;
  /** Lets it finish its requests. Kills it if it hasn't exited after ten seconds. */
  stop(): Promise<void>;
}

/** Callbacks and the log of a node. */
export interface NodeEvents {
  /** File for its log. Default: the terminal. */
  readonly log?: string | undefined;
  mail(mail: SentMail): void;
  /** Runs when the process has exited, for any reason. */
  exit(): void;
}

/**
 * Starts a node and waits until it listens.
 * @throws {Error} if it exits before that
 */
export async function startNode(settings: NodeSettings, events: NodeEvents): Promise<RunningNode> {
  const log = events.log === undefined ? null : openSync(events.log, "a");
  const child = fork(program, {
    execArgv: ["--import", "tsx"],
    // Not in the arguments, where every user of the machine could read the secrets.
    env: { ...process.env, CLUSTER_NODE: JSON.stringify(settings) },
    stdio: ["ignore", log ?? "inherit", log ?? "inherit", "ipc"],
  });
  if (log !== null) closeSync(log);
  const gone = once(child, "exit");
  void gone.then(() => events.exit());
  const port = await new Promise<number>((resolve, reject) => {
    child.on("message", (message: NodeMessage) => {
      if ("port" in message) resolve(message.port);
      else events.mail(message.mail);
    });
    void gone.then(() => reject(new Error("A node exited before it was ready.")));
  });
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    child.kill(signal);
    await gone;
  };
  return {
    port,
    pid: child.pid as number,
    kill: () => end("SIGKILL"),
    async stop() {
      const late = setTimeout(() => child.kill("SIGKILL"), 10_000);
      await end("SIGTERM");
      clearTimeout(late);
    },
  };
}
