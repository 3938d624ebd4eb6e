/** The face of `@latchkey/billing`. */

export { type ReadEvent, readEvent } from "./entities/event.ts";
