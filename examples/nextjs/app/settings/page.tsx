"use client";

import { Account } from "@latchkey/ui";

export default function SettingsPage() {
  return <Account />;
}
