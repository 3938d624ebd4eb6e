"use client";

import { SignIn } from "@latchkey/ui";

export default function SignInPage() {
  return <SignIn />;
}
