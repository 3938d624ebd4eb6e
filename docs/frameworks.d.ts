/** The little of frameworks that the pages call and that this repository does not install. */

declare module "hono" {
  export interface HonoContext {
    readonly req: { readonly raw: Request };
  }
  export class Hono {
    all(path: string, handler: (context: HonoContext) => Response | Promise<Response>): this;
    readonly fetch: (request: Request) => Response | Promise<Response>;
  }
}

declare module "@hono/node-server/conninfo" {
  import type { HonoContext } from "hono";
  export function getConnInfo(context: HonoContext): { readonly remote: { readonly address?: string } };
}

declare module "next/headers" {
  export function headers(): Promise<Headers>;
}

declare module "next/navigation" {
  export function redirect(path: string): never;
}

declare module "bun:sqlite" {
  export class Database {
    constructor(file: string);
    exec(sql: string): void;
    prepare(sql: string): never;
    close(): void;
  }
}

declare module "node:sqlite" {
  export class DatabaseSync {
    constructor(file: string);
    exec(sql: string): void;
    prepare(sql: string): never;
    close(): void;
  }
}

declare const Bun: {
  serve(options: {
    hostname?: string;
    port: number;
    fetch(
      request: Request,
      server: { requestIP(request: Request): { readonly address: string } | null },
    ): Promise<Response>;
  }): void;
};

declare const Deno: {
  readonly env: { get(name: string): string | undefined };
  serve(
    options: { readonly hostname?: string; readonly port: number },
    handler: (request: Request, info: { readonly remoteAddr: { readonly hostname: string } }) => Promise<Response>,
  ): void;
};
