"use client";

import { ForgotPassword } from "@latchkey/ui";

export default function ForgotPasswordPage() {
  return <ForgotPassword />;
}
