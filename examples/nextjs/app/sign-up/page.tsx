"use client";

import { SignUp } from "@latchkey/ui";

export default function SignUpPage() {
  return <SignUp />;
}
