"use client";

import { AuthUiProvider, UserButton } from "@latchkey/ui";
import "@latchkey/ui/styles.css";
import Link from "next/link";
import { useRouter } from "next/navigation";
import type { ReactNode } from "react";
import { authClient } from "../auth-client";
import type { Session } from "../session";

/** Gives the screens their client and the session that the server knows, so that the first HTML shows it. */
export function Providers({ session, children }: { session: Session | null; children: ReactNode }) {
  const router = useRouter();
  const navigate = (path: string) => {
    router.push(path);
    // What the server rendered for somebody else is in the router's cache.
    router.refresh();
  };
  return (
    <AuthUiProvider client={authClient} initialSession={session} link={Link} navigate={navigate}>
      <UserButton />
      {children}
    </AuthUiProvider>
  );
}
