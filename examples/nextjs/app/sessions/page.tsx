"use client";

import { RequireSession, SessionList } from "@latchkey/ui";

export default function SessionsPage() {
  return (
    <RequireSession>
      <SessionList />
    </RequireSession>
  );
}
