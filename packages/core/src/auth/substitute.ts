/** How the command line asks an app for its tables without its database. */

/** The command line sets a function under this key, in the process in which it loads the app. */
const key: unique symbol = Symbol.for("latchkey.substitute-options") as never;

type Substitute = <O>(options: O) => O;

/**
 * The options to use in place of the app's. Apps migrate, seed, and check their database on start, and all of that would
 * otherwise run against the real one each time somebody asks what its tables are.
 */
export function substituted<O>(options: O): O {
  const substitute = (globalThis as { readonly [key]?: Substitute })[key];
  return substitute ? substitute(options) : options;
}
