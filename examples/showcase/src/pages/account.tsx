import { Card } from "@latchkey/ui";
import type { ReactElement } from "react";
import { Link } from "wouter";
import { client } from "../client.ts";

export function Account(): ReactElement | null {
  const { data } = client.useSession();
  if (!data) return null;
  const { user, session } = data;
  return (
    <Card wide title={`Hello, ${user.name}`} subtitle="Only you can see this page.">
      <dl className="facts">
        <dt>Email</dt>
        <dd>{user.email}</dd>
        <dt>Member since</dt>
        <dd>{user.createdAt.toLocaleDateString(undefined, { dateStyle: "long" })}</dd>
        <dt>Signed in until</dt>
        <dd>{session.expiresAt.toLocaleString(undefined, { dateStyle: "long", timeStyle: "short" })}</dd>
      </dl>
      <Link href="/sessions" className="lk-button lk-button-quiet">
        Your devices
      </Link>
    </Card>
  );
}
