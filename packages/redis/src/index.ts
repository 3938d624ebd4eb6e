/** Public exports of `@latchkey/redis`. */

export type { IoredisClient, NodeRedisClient, NodeRedisSetOptions, RedisClient } from "./driver.ts";
export type { RedisStorageOptions } from "./options.ts";
export { redisStorage } from "./storage.ts";
