"use server";

import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { auth } from "../../auth";
import { setCookies } from "../../session";

/** Changing the password creates a new session token. Without `setCookies`, the user would be signed out. */
export async function changePassword(_before: string, form: FormData): Promise<string> {
  const body = { currentPassword: String(form.get("current")), newPassword: String(form.get("new")) };
  const { error, cookies } = await auth.api.changePassword.result({ headers: await headers(), body });
  await setCookies(cookies);
  return error ? error.message : "Changed.";
}

export async function signOut(): Promise<void> {
  const { cookies } = await auth.api.signOut.result({ headers: await headers() });
  await setCookies(cookies);
  redirect("/");
}
