/** Keeps fake services that let anyone in out of production. */

/** @throws {Error} unless `NODE_ENV` is `development` or `test`. The message starts with the reason. */
export function checkEnvironment(reason: string): void {
  if (["development", "test"].includes(process.env.NODE_ENV ?? "")) return;
  throw new Error(
    `${reason}, so it can't run in production. Remove it, or set NODE_ENV=development on your own machine.`,
  );
}
