/** Whether the app runs in development, where components explain mistakes. */

declare const process: { readonly env: { readonly NODE_ENV?: string } };

/** Bundlers replace the expression. Without a bundler, there is no `process`, and this counts as production. */
export function isDevelopment(): boolean {
  try {
    return process.env.NODE_ENV !== "production";
  } catch {
    return false;
  }
}
