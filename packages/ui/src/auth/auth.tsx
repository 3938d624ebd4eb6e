/** All sign-in pages in one component. */

import { type ReactElement, type ReactNode, useSyncExternalStore } from "react";
import { EmailVerified } from "../email-verification/email-verified.tsx";
import { ForgotPassword } from "../password-recovery/forgot-password.tsx";
import { ResetPassword } from "../password-recovery/reset-password.tsx";
import { useAuthUi } from "../provider/context.ts";
import { SetupBoundary } from "../provider/setup-boundary.tsx";
import type { AuthUi } from "../provider/types.ts";
import { SignIn, type SignInProps } from "../sign-in/sign-in.tsx";
import { SignUp } from "../sign-up/sign-up.tsx";
import { AccountDeleted } from "./account-deleted.tsx";
import type { AuthPageProps } from "./auth-card.tsx";
import { AuthError } from "./auth-error.tsx";

/** Props for `Auth`. */
export interface AuthProps extends AuthPageProps, Pick<SignInProps, "flow" | "rememberMe"> {
  /**
   * The current path, without query and hash. Pass your router's path, so that the page follows it. Default: the
   * browser's path, which changes on a page load and on Back and Forward.
   */
  readonly path?: string;
  /** Shown for other paths. Default: nothing. */
  readonly fallback?: ReactNode;
}

/** Renders the sign-in page that the path belongs to, according to the `paths` of `AuthUiProvider`. */
export function Auth({ path, fallback = null, flow, rememberMe, ...frame }: AuthProps): ReactElement {
  const ui = useAuthUi();
  const browserPath = useSyncExternalStore(listen, readPath, onServer);
  const current = withoutSlash(path ?? browserPath ?? "");
  const pages: readonly (readonly [path: string, page: ReactElement])[] = [
    [ui.paths.signIn, <SignIn key="sign-in" {...frame} flow={flow} rememberMe={rememberMe} />],
    [ui.paths.signUp, <SignUp key="sign-up" {...frame} />],
    [ui.paths.forgotPassword, <ForgotPassword key="forgot-password" {...frame} />],
    [ui.paths.resetPassword, <ResetPassword key="reset-password" {...frame} />],
    [ui.paths.emailVerified, <EmailVerified key="email-verified" {...frame} />],
    [ui.paths.authError, <AuthError key="auth-error" {...frame} />],
    [ui.paths.accountDeleted, <AccountDeleted key="account-deleted" {...frame} />],
    ...pagesOfPlugins(ui, frame),
  ];
  return <>{pages.find(([one]) => withoutSlash(one) === current)?.[1] ?? fallback}</>;
}

function pagesOfPlugins({ plugins }: AuthUi, frame: AuthPageProps): readonly (readonly [string, ReactElement])[] {
  return plugins.flatMap(({ id, authPages = [] }) =>
    authPages.map(({ path, Page }): [string, ReactElement] => [
      path,
      <SetupBoundary key={`${id} ${path}`}>
        <Page {...frame} />
      </SetupBoundary>,
    ]),
  );
}

const withoutSlash = (path: string): string => (path.length > 1 ? path.replace(/\/$/, "") : path);

function listen(changed: () => void): () => void {
  addEventListener("popstate", changed);
  return () => removeEventListener("popstate", changed);
}

const readPath = (): string => location.pathname;
const onServer = (): null => null;
