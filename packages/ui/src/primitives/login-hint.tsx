/** A hidden input that tells password managers which account a form is about. */

import type { ReactElement } from "react";

export function LoginHint({ email }: { readonly email: string }): ReactElement {
  return <input type="text" autoComplete="username" value={email} readOnly hidden />;
}
