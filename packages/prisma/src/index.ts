/** Public exports of `@latchkey/prisma`. */

export { type PrismaAdapterOptions, prismaAdapter } from "./adapter.ts";
export type { PrismaInstance, PrismaProvider, PrismaQueries } from "./driver.ts";
