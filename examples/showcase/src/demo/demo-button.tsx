/** Signs in as a user of the demo, and controls the fake payment provider. */

import { Button, Icon, Menu, MenuItem, MenuSeparator, useAuthUi, useToast } from "@latchkey/ui";
import { type ReactElement, useState } from "react";
import { useLocation } from "wouter";
import type { DemoPerson } from "../../server/people.ts";
import { client } from "../client.ts";
import { useDemo } from "./facts.tsx";

/** Pages that only make sense without a session. */
const signedOutPages: readonly string[] = ["/sign-in", "/sign-up", "/two-factor", "/forgot-password"];

const spans = [
  { days: 7, label: "Advance time by 7 days" },
  { days: 31, label: "Advance time by 31 days" },
] as const;

export function DemoButton(): ReactElement | null {
  const demo = useDemo();
  const toast = useToast();
  const signIn = useDemoSignIn();
  const [busy, setBusy] = useState(false);
  if (!demo) return null;
  const act = async (work: () => Promise<void>): Promise<void> => {
    setBusy(true);
    await work().catch(() => toast({ text: "Couldn't reach the showcase's server.", tone: "destructive" }));
    setBusy(false);
  };
  return (
    <div className="demo">
      <Menu
        trigger={
          <Button variant="secondary" busy={busy} icon={<Icon name="settings" />}>
            Demo
          </Button>
        }
      >
        {demo.people.map((person) => (
          <MenuItem key={person.email} icon="user" onSelect={() => void act(() => signIn(person))}>
            <span>
              Sign in as <bdi>{person.name}</bdi>
              {person.role === "admin" ? " (admin)" : null}
            </span>
          </MenuItem>
        ))}
        <MenuSeparator />
        <MenuItem icon="mail" onSelect={() => void window.open("/api/demo/console", "_blank", "noreferrer")}>
          Emails and texts
        </MenuItem>
        {spans.map(({ days, label }) => (
          <MenuItem key={days} icon="clock" onSelect={() => void act(() => advance(days, toast))}>
            {label}
          </MenuItem>
        ))}
        <MenuItem icon="credit-card" onSelect={() => void window.open(demo.controls, "_blank", "noreferrer")}>
          Payment provider controls
        </MenuItem>
        <MenuItem icon="key-round" onSelect={() => void window.open(demo.identity, "_blank", "noreferrer")}>
          Identity provider for SSO
        </MenuItem>
        <MenuItem icon="layout-grid" onSelect={() => void window.open(demo.secondApp, "_blank", "noreferrer")}>
          Scrapbook, a second app
        </MenuItem>
      </Menu>
    </div>
  );
}

function useDemoSignIn(): (person: DemoPerson) => Promise<void> {
  const toast = useToast();
  const ui = useAuthUi();
  const [path, navigate] = useLocation();
  return async ({ name, email, password }) => {
    const { data, error } = await client.signIn.email({ email, password });
    if (error) {
      const text = `Couldn't sign in as ${name}. The password may have been changed.`;
      return toast({ text: error.code === "INVALID_EMAIL_OR_PASSWORD" ? text : error.message, tone: "destructive" });
    }
    if (!data.user) return navigate("/two-factor");
    await endOtherSessions(data.user.id);
    toast({ text: `Signed in as ${name}.` });
    if (signedOutPages.includes(path)) navigate(ui.paths.account);
  };
}

/** Signing in adds an account to the browser. This menu replaces the previous account instead. */
async function endOtherSessions(userId: string): Promise<void> {
  const { data } = await client.multiSession.listDeviceSessions();
  for (const { session, user } of data ?? []) {
    if (user.id !== userId) await client.multiSession.revoke({ sessionToken: session.token });
  }
}

async function advance(days: number, toast: ReturnType<typeof useToast>): Promise<void> {
  const { ok } = await fetch("/api/demo/time", { method: "POST", body: String(days) });
  if (ok) toast({ text: `The payment provider is ${days} days further ahead.` });
  else toast({ text: "The payment provider didn't move its clock.", tone: "destructive" });
}
