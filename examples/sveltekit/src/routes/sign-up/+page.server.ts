import { fail, redirect } from "@sveltejs/kit";
import { serverClient } from "$lib/auth-client";
import type { Actions } from "./$types";

/** A form that also works without JavaScript. The server makes the same call, with rate limits and the origin check. */
export const actions: Actions = {
  default: async ({ request, fetch }) => {
    const form = await request.formData();
    const [name, email, password] = ["name", "email", "password"].map((key) => String(form.get(key) ?? ""));
    const { error } = await serverClient(fetch).signUp.email({ name, email, password });
    if (error) return fail(error.status || 503, { name, email, problem: error.message });
    redirect(303, "/");
  },
};
