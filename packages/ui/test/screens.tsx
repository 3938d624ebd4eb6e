/** Every component by name, for tests that apply to all. */

import type { ReactElement } from "react";
import {
  Account,
  AccountDeleted,
  Auth,
  AuthError,
  Devices,
  EmailVerified,
  ForgotPassword,
  RequireSession,
  ResetPassword,
  SignIn,
  SignUp,
  SocialButtons,
  UserButton,
  VerifyEmailBanner,
} from "../src/index.ts";

export const screens: readonly (readonly [name: string, element: ReactElement])[] = [
  ["Auth", <Auth key="auth" path="/sign-in" />],
  ["AuthError", <AuthError key="auth-error" />],
  ["AccountDeleted", <AccountDeleted key="deleted" />],
  ["SignIn", <SignIn key="sign-in" />],
  ["SignUp", <SignUp key="sign-up" />],
  ["SocialButtons", <SocialButtons key="social" />],
  ["Devices", <Devices key="devices" />],
  ["ForgotPassword", <ForgotPassword key="forgot" />],
  ["ResetPassword", <ResetPassword key="reset" />],
  ["EmailVerified", <EmailVerified key="verified" />],
  ["VerifyEmailBanner", <VerifyEmailBanner key="banner" />],
  ["Account", <Account key="account" />],
  ["UserButton", <UserButton key="user" />],
  ["RequireSession", <RequireSession key="gate">for members</RequireSession>],
];
