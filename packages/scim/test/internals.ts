/** Internals of the package that the fuzzer uses. */

export { matchesFilter } from "../src/filter/evaluate.ts";
export { parseFilter } from "../src/filter/parse.ts";
export { applyOperations } from "../src/patch/apply.ts";
export { readOperations } from "../src/patch/operations.ts";
export { enterpriseSchema, type Json, userResource } from "../src/schema/attributes.ts";
export { normalizeResource } from "../src/schema/normalize.ts";
