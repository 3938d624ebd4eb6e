/** Tells password managers whose password a form is about. Nobody sees it. */

import type { ReactElement } from "react";

export function LoginHint({ email }: { readonly email: string }): ReactElement {
  return <input type="text" autoComplete="username" value={email} readOnly hidden />;
}
