/** The face of `@latchkey/cli`: the command line as a function. */

export { main } from "./main.ts";
export type { Output, Person, Terminal } from "./terminal.ts";
