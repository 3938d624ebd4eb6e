/** Measures session reads and sign-ins in its own process: the processor time and the elapsed time of each. */

import { account, origin, paths } from "../contenders/contender.ts";
import { latchkey } from "../contenders/latchkey.ts";

/** Milliseconds per request. */
export interface Cost {
  readonly processor: number;
  readonly elapsed: number;
}

/** The process's output. */
export interface Costs {
  readonly getSession: Cost;
  readonly signIn: Cost;
}

const atOnce = 8;

// With more than one user, passwords are hashed cheaply. The hash would hide the rest of a sign-in.
const contender = latchkey({ storage: "sqlite", address: process.argv[2] as string, people: 2 });
await contender.prepare();
const body = JSON.stringify(account);
const headers = { "content-type": "application/json", origin };
const post = (path: string): Promise<Response> =>
  contender.handler(new Request(origin + path, { method: "POST", headers, body }));

async function passed(response: Promise<Response>): Promise<Response> {
  const { status } = await response;
  if (status !== 200) throw new Error(`Responded ${status}.`);
  return response;
}

const cookie = (await passed(post(paths.signUp))).headers
  .getSetCookie()
  .map((line) => line.split(";", 1)[0])
  .join("; ");
const getSession = async (): Promise<void> => {
  const text = await (
    await passed(contender.handler(new Request(origin + paths.getSession, { headers: { cookie } })))
  ).text();
  if (!text.includes(account.email)) throw new Error("No one is signed in.");
};
const signIn = async (): Promise<void> => void (await (await passed(post(paths.signIn))).text());

async function cost(send: () => Promise<void>, count: number): Promise<Cost> {
  const [cpu, from] = [process.cpuUsage(), performance.now()];
  let sent = 0;
  const loop = async (): Promise<void> => {
    while (sent++ < count) await send();
  };
  await Promise.all(Array.from({ length: atOnce }, loop));
  const { user, system } = process.cpuUsage(cpu);
  return { processor: (user + system) / 1000 / count, elapsed: (performance.now() - from) / count };
}

// Warms up.
await cost(getSession, 10_000);
const read = await cost(getSession, 20_000);
await cost(signIn, 1_000);
const costs: Costs = { getSession: read, signIn: await cost(signIn, 3_000) };
console.log(JSON.stringify(costs));
process.exit(0);
