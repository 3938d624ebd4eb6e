/** Loads packages that an app may not have installed. */

/** Returns the package's exports, or `null` if it isn't installed or doesn't run here. */
export async function importOptional<T>(name: string): Promise<T | null> {
  try {
    // Uses a variable so that bundlers don't fail on a missing package or try to bundle a native one.
    return (await import(/* webpackIgnore: true */ /* @vite-ignore */ name)) as T;
  } catch {
    return null;
  }
}

/** Returns the URL of a package's file, for a thread that imports it. `null` if it can't be resolved. */
export function resolvePackage(name: string): string | null {
  try {
    return import.meta.resolve(name);
  } catch {
    return null;
  }
}
