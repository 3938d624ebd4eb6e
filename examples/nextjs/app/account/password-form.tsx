"use client";

import { useActionState } from "react";
import { changePassword } from "./actions";

export function PasswordForm() {
  const [said, send, isPending] = useActionState(changePassword, "");
  return (
    <form action={send} style={{ display: "grid", gap: "0.75rem", justifyItems: "start" }}>
      <label>
        Current password <input name="current" type="password" autoComplete="current-password" required />
      </label>
      <label>
        New password <input name="new" type="password" autoComplete="new-password" required />
      </label>
      <button type="submit" disabled={isPending}>
        Change
      </button>
      <p role="status">{said}</p>
    </form>
  );
}
