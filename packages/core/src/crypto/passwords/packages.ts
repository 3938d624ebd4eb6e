/** Packages that an app may or may not have installed. */

/** The package's exports; `null` if it is not installed or does not run here. */
export async function importOptional<T>(name: string): Promise<T | null> {
  try {
    // By a variable: a bundler would fail over a package that is not there, or pack a native one that cannot be packed.
    return (await import(/* webpackIgnore: true */ /* @vite-ignore */ name)) as T;
  } catch {
    return null;
  }
}

/** Address of a package's file, for a thread that has to import it; `null` where it cannot be told. */
export function locatePackage(name: string): string | null {
  try {
    return import.meta.resolve(name);
  } catch {
    return null;
  }
}
