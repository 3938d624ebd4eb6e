/**
 * Types for the few APIs of Bun, Deno, and `node:sqlite` that the programs use, because their own type packages
 * conflict with Node's.
 */

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
