/** Every screen, by name, for tests that hold for all. */

import type { ReactElement } from "react";
import { RequireSession, SessionList, SignIn, SignUp, UserButton } from "../src/index.ts";

export const screens: readonly (readonly [name: string, element: ReactElement])[] = [
  ["SignIn", <SignIn key="sign-in" />],
  ["SignUp", <SignUp key="sign-up" />],
  ["SessionList", <SessionList key="sessions" />],
  ["UserButton", <UserButton key="user" />],
  ["RequireSession", <RequireSession key="gate">for members</RequireSession>],
];
