/** The part of autocannon that is used; it comes without types. */

declare module "autocannon" {
  interface Result {
    readonly requests: { readonly total: number };
    /** Seconds. */
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
