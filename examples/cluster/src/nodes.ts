/** Starts and ends the processes of nodes. */

import { fork } from "node:child_process";
import { once } from "node:events";
import { closeSync, openSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { NodeMessage, NodeSettings, SentMail } from "./settings.ts";

const program: string = fileURLToPath(new URL("node.ts", import.meta.url));

/** A process that serves. */
export interface RunningNode {
  readonly port: number;
  readonly pid: number;
  /** Ends it in the middle of whatever it does. */
  kill(): Promise<void>;
  /** Lets it answer what it has taken. One that does not end in ten seconds is killed. */
  stop(): Promise<void>;
}

/** What happens at a node, and where it is written down. */
export interface NodeEvents {
  /** A file for its log. Default: the terminal. */
  readonly log?: string | undefined;
  mail(mail: SentMail): void;
  /** It has ended, by whatever. */
  exit(): void;
}

/**
 * Starts a node and waits until it listens.
 * @throws {Error} it ended before
 */
export async function startNode(settings: NodeSettings, events: NodeEvents): Promise<RunningNode> {
  const log = events.log === undefined ? null : openSync(events.log, "a");
  const child = fork(program, {
    execArgv: ["--import", "tsx"],
    // Not on the command line, where every user of the machine could read the secrets.
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
    void gone.then(() => reject(new Error("A node ended before it served anything.")));
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
