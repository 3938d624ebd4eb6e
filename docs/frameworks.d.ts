/** Types for the few framework APIs that the docs use, because this repository doesn't install the frameworks. */

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

declare module "@tanstack/react-router" {
  import type { ComponentType, ReactNode } from "react";

  type Handler = (context: { readonly request: Request }) => Response | Promise<Response>;
  interface RouteOptions {
    readonly beforeLoad?: () => Promise<void>;
    readonly component?: ComponentType;
    readonly head?: () => { readonly links?: readonly { readonly rel: string; readonly href: string }[] };
    readonly server?: { readonly handlers: Readonly<Record<string, Handler>> };
  }
  export function createFileRoute(path: string): (options: RouteOptions) => object;
  export function createRootRoute(options: RouteOptions): object;
  export function redirect(options: { readonly to: string }): Error;
  export function Outlet(): ReactNode;
}

declare module "@tanstack/react-start" {
  export function createServerFn(options: { readonly method: "GET" | "POST" }): {
    handler<T>(work: () => Promise<T>): () => Promise<T>;
  };
}

declare module "@tanstack/react-start/server" {
  export function getRequestHeaders(): Headers;
  export function setResponseHeader(name: string, value: string | readonly string[]): void;
}

declare module "*.css?url" {
  const url: string;
  // biome-ignore lint/style/noDefaultExport: Vite exports the URL like this.
  export default url;
}
