"use client";

import { Devices, RequireSession } from "@latchkey/ui";

export default function SessionsPage() {
  return (
    <RequireSession>
      <Devices />
    </RequireSession>
  );
}
