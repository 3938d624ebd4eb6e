/** Public exports of `@latchkey/jwt`. */

export { type JwtAuditAction, jwtAuditActions } from "./audit-actions.ts";
export type * from "./contract.ts";
export { jwtErrors } from "./errors.ts";
export type { SigningAlgorithm } from "./keys/algorithms.ts";
export type { JwksOptions, JwtOptions, KeyPairConfig, TokenOptions, TokenSubject, TokenToSign } from "./options.ts";
export { type JwtPlugin, jwt } from "./plugin.ts";
export { type EndedSessionRow, endedSessionTable, type JwksRow, jwksTable } from "./tables.ts";
