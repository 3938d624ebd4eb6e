/** Lets the CLI read an app's tables without using its database. */

/** The CLI sets a function under this key in the process that loads the app. */
const key: unique symbol = Symbol.for("latchkey.substitute-options");

type Substitute = <O>(options: O) => O;

/**
 * Returns the options to use instead of the app's. Apps migrate, seed, and check their database on start. Without this,
 * the CLI would run all of that against the real database just to read the tables.
 */
export function applySubstitute<O>(options: O): O {
  const substitute = (globalThis as { readonly [key]?: Substitute })[key];
  return substitute ? substitute(options) : options;
}
