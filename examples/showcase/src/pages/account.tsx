import { AccountSettings } from "@latchkey/ui";
import type { ReactElement } from "react";
import { Link } from "wouter";
import { client } from "../client.ts";

export function Account(): ReactElement | null {
  const { data } = client.useSession();
  if (!data) return null;
  return (
    <div className="settings">
      <AccountSettings title={`Hello, ${data.user.name}`} />
      <p className="aside">
        Each card can stand on a page of its own:{" "}
        <Link href="/sessions" className="lk-link">
          Your devices
        </Link>
      </p>
    </div>
  );
}
