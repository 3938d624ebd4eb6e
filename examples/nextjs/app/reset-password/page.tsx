"use client";

import { ResetPassword } from "@latchkey/ui";

export default function ResetPasswordPage() {
  return <ResetPassword />;
}
