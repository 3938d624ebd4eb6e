/** Public exports of `@latchkey/cli`. */

export { main } from "./main.ts";
export type { Prompter } from "./prompter.ts";
export type { Output, Terminal } from "./terminal.ts";
