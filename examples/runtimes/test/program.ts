/** Starts a program on a runtime and waits until it responds. */

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { connect } from "node:net";
import { networkInterfaces } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";

export interface Command {
  readonly file: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string>>;
}

export interface RunningProgram {
  readonly url: string;
  stop(): Promise<void>;
}

/** Returns this machine's non-loopback addresses that accept connections on a port. */
export async function networkAddresses(port: number): Promise<string[]> {
  const all = Object.values(networkInterfaces()).flatMap((list) => list ?? []);
  // A link-local IPv6 address only works with its interface's name.
  const candidates = all.filter(({ internal, scopeid }) => !internal && !scopeid).map(({ address }) => address);
  const answers = await Promise.all(candidates.map((address) => takesConnections(address, port)));
  return candidates.filter((_, at) => answers[at]);
}

function takesConnections(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host, port, timeout: 2000 });
    for (const event of ["connect", "error", "timeout"]) {
      socket.once(event, () => resolve(event === "connect") ?? socket.destroy());
    }
  });
}

/** @throws {Error} with its output, if the program exits or doesn't respond within 30 seconds */
export async function startProgram(command: Command, port: number): Promise<RunningProgram> {
  const url = `http://localhost:${port}`;
  const child = spawn(command.file, command.args, { cwd: command.cwd, env: { ...process.env, ...command.env } });
  let printed = "";
  child.on("error", (error) => {
    printed += error.message;
  });
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk: Buffer) => {
      printed += chunk;
    });
  }
  const end = Date.now() + 30_000;
  while (!(await answers(url))) {
    if (hasEnded(child) || Date.now() > end) {
      await stop(child);
      throw new Error(`${command.file} ${command.args.join(" ")} doesn't respond:\n${printed}`);
    }
    await sleep(100);
  }
  return { url, stop: () => stop(child) };
}

async function answers(url: string): Promise<boolean> {
  try {
    await (await fetch(`${url}/api/auth/get-session`)).arrayBuffer();
    return true;
  } catch {
    return false;
  }
}

function hasEnded(child: ChildProcess): boolean {
  return child.pid === undefined || child.exitCode !== null || child.signalCode !== null;
}

async function stop(child: ChildProcess): Promise<void> {
  if (hasEnded(child)) return;
  const ended = once(child, "exit");
  child.kill("SIGKILL");
  await ended;
}
