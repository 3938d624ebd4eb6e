/** Creates the tables when the server starts. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== "nodejs") return;
  const { auth } = await import("./auth");
  const { problems } = await auth.migrate();
  if (problems.length > 0) throw new Error(problems.join("\n"));
}
