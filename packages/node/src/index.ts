/** Public exports of `@latchkey/node`. */

export { type NodeHandlerOptions, type NodeListener, toNodeHandler, type WebHandler } from "./handler.ts";
