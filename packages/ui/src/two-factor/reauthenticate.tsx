/** Asks for the password before a change. Users without one reauthenticate in the dialog of `AuthUiProvider`. */

import type { ReactElement } from "react";
import { useAccountState } from "../account/account-state.ts";
import { PasswordField } from "../primitives/field.tsx";
import { LoginHint } from "../primitives/login-hint.tsx";
import { textOf } from "../primitives/use-form.ts";
import { useAuthUi } from "../provider/context.ts";
import { useTwoFactorClient } from "./client.ts";

/** Input of the calls that ask for the password. */
export interface Reauthentication {
  readonly password?: string;
}

/** Maps the error codes of the calls to the password field. */
export const passwordErrors: Readonly<Record<string, string>> = { INVALID_PASSWORD: "password" };

/** Returns the password from the form. Omits it if there's no field for it. */
export function reauthenticationOf(values: FormData): Reauthentication {
  return values.has("password") ? { password: textOf(values, "password") } : {};
}

/** The field for the password. Renders nothing for users without one. */
export function ReauthenticateFields({ error }: { readonly error: string | undefined }): ReactElement | null {
  const { texts } = useAuthUi();
  const email = useTwoFactorClient().useSession().data?.user.email;
  // If the server doesn't say whether there's a password, it rejects the call if there's none.
  const hasPassword = useAccountState().data?.hasPassword ?? true;
  if (!hasPassword) return null;
  return (
    <>
      {email ? <LoginHint email={email} /> : null}
      <PasswordField label={texts.password} name="password" autoComplete="current-password" required error={error} />
    </>
  );
}
