/** Types for the parts of autocannon that are used, because it has none. */

declare module "autocannon" {
  interface Result {
    readonly requests: { readonly total: number };
    /** In milliseconds. */
    readonly latency: { readonly p99: number };
    /** In seconds. */
    readonly duration: number;
    readonly errors: number;
    readonly non2xx: number;
  }
  const autocannon: (options: {
    url: string;
    headers: Record<string, string>;
    connections: number;
    duration: number;
  }) => Promise<Result>;
  export = autocannon;
}
