/** Finds modules built into the runtime (Node.js, Bun, Deno) without an import that would fail on other runtimes. */

type NodeCrypto = typeof import("node:crypto");

interface WithBuiltins {
  readonly getBuiltinModule?: (name: string) => unknown;
}

/** Returns `null` on runtimes without the module. The caller provides the type, unchecked. */
export function builtinModule<T>(name: string): T | null {
  const runtime = globalThis.process as WithBuiltins | undefined;
  return (runtime?.getBuiltinModule?.(name) as T | undefined) ?? null;
}

/** Synchronous and faster than any JavaScript implementation. `null` on runtimes without it. */
export const nodeCrypto: NodeCrypto | null = builtinModule<NodeCrypto>("node:crypto");

/**
 * Whether requests must not await each other's work. On Cloudflare Workers, a promise that belongs to another request
 * never settles, and the waiting request is canceled as hung.
 */
export function isolatesRequests(): boolean {
  return globalThis.navigator?.userAgent === "Cloudflare-Workers";
}
