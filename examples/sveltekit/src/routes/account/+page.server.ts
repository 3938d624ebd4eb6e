import { fail } from "@sveltejs/kit";
import { serverClient } from "$lib/auth-client";
import type { Actions } from "./$types";

export const actions: Actions = {
  /** Changing the password creates a new session token. `fetch` sets its cookie. */
  default: async ({ request, fetch }) => {
    const form = await request.formData();
    const { error } = await serverClient(fetch).changePassword({
      currentPassword: String(form.get("current") ?? ""),
      newPassword: String(form.get("new") ?? ""),
    });
    return error ? fail(error.status || 503, { said: error.message }) : { said: "Changed." };
  },
};
