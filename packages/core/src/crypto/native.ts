/** Modules that the runtime brings along (Node, Bun, Deno), found without an import that other runtimes would trip over. */

type NodeCrypto = typeof import("node:crypto");

interface WithBuiltins {
  readonly getBuiltinModule?: (name: string) => unknown;
}

/** `null` on runtimes without it. The caller names the type: there is nothing here to check it against. */
export function builtinModule<T>(name: string): T | null {
  const runtime = globalThis.process as WithBuiltins | undefined;
  return (runtime?.getBuiltinModule?.(name) as T | undefined) ?? null;
}

/** Synchronous, and faster than anything in JavaScript. `null` on runtimes without it. */
export const nodeCrypto: NodeCrypto | null = builtinModule<NodeCrypto>("node:crypto");

/**
 * Whether a request must not wait for what another one does: on Cloudflare Workers a promise that belongs to another
 * request never settles, and the request is cancelled as hung.
 */
export function isolatesRequests(): boolean {
  return globalThis.navigator?.userAgent === "Cloudflare-Workers";
}
