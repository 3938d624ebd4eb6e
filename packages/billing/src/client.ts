/** The client half, as `@latchkey/billing/client`. */

export type {} from "./entities/event.ts";
