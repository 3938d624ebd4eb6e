"use client";

import { AuthUiProvider, UserButton } from "@latchkey/ui";
import "@latchkey/ui/styles.css";
import Link from "next/link";
import { useRouter } from "next/navigation";
import type { ReactNode } from "react";
import { authClient } from "../auth-client";
import type { Session } from "../session";

/** Where the user menu links to. The default is `/account`, where this app has its own page. */
const paths = { account: "/settings" };

/** Gives the components their client and the server's session, so that the initial HTML shows the user. */
export function Providers({ session, children }: { session: Session | null; children: ReactNode }) {
  const router = useRouter();
  const navigate = (path: string) => {
    router.push(path);
    // The router's cache still has pages that the server rendered for another user.
    router.refresh();
  };
  return (
    <AuthUiProvider client={authClient} initialSession={session} link={Link} navigate={navigate} paths={paths}>
      <UserButton />
      {children}
    </AuthUiProvider>
  );
}
