/** Runs in the browser. Submits the forms with the client. */

import { createAuthClient } from "@latchkey/client";
import type { auth } from "./auth.ts";

const authClient = createAuthClient<typeof auth>();

type Fields = Readonly<Record<string, string>>;

onSubmit("sign-in", ({ email = "", password = "" }) => authClient.signIn.email({ email, password }));
onSubmit("sign-up", ({ name = "", email = "", password = "" }) => authClient.signUp.email({ name, email, password }));
onSubmit("sign-out", () => authClient.signOut());

/** Reloads the page on success. Otherwise, shows the error next to the form. */
function onSubmit(id: string, send: (fields: Fields) => Promise<{ error: { message: string } | null }>): void {
  const form = document.querySelector<HTMLFormElement>(`form#${id}`);
  form?.addEventListener("submit", async (event) => {
    event.preventDefault();
    const { error } = await send(Object.fromEntries(new FormData(form)) as Fields);
    if (!error) return location.reload();
    const alert = form.querySelector("[role=alert]");
    if (alert) alert.textContent = error.message;
  });
}
