/** Public exports of `@latchkey/cli`. */

export { main } from "./main.ts";
export type { Output, Prompter, Terminal } from "./terminal.ts";
