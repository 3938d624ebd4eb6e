/** The frame and the routes of all pages. */

import { Auth, Devices, RequireSession, UserButton, VerifyEmailBanner } from "@latchkey/ui";
import { ImpersonationBanner } from "@latchkey/ui/admin";
import { AcceptInvitation, Organization, OrganizationSwitcher } from "@latchkey/ui/organization";
import { TwoFactorStep } from "@latchkey/ui/two-factor";
import type { ReactElement } from "react";
import { Link, Route, Switch, useLocation } from "wouter";
import { client } from "./client.ts";
import { Account } from "./pages/account.tsx";
import { Administration } from "./pages/administration.tsx";
import { Billing, Pricing, Seller } from "./pages/billing.tsx";
import { Home } from "./pages/home.tsx";
import { NotFound } from "./pages/not-found.tsx";
import { Studio } from "./pages/studio.tsx";
import { ThemeSwitch } from "./theme-switch.tsx";

export function App(): ReactElement {
  const [path] = useLocation();
  return (
    <>
      <a className="skip" href="#main">
        Skip to content
      </a>
      <Header />
      <ImpersonationBanner />
      {/* The page for verification links shows all of this itself. */}
      {path === "/email-verified" ? null : <VerifyEmailBanner />}
      <main id="main" className="page">
        <Switch>
          <Route path="/" component={Home} />
          <Route path={authPages}>
            <Auth path={path} />
          </Route>
          <Route path="/two-factor" component={TwoFactorPage} />
          <Route path="/account">
            <RequireSession>
              <Account />
            </RequireSession>
          </Route>
          <Route path="/sessions">
            <RequireSession>
              <Devices />
            </RequireSession>
          </Route>
          <Route path="/organization" component={OrganizationPage} />
          <Route path="/organization/invitation" component={InvitationPage} />
          <Route path="/pricing" component={Pricing} />
          <Route path="/billing" component={Billing} />
          <Route path="/studio" component={Studio} />
          <Route path="/seller" component={Seller} />
          <Route path="/admin/*?">
            <RequireSession>
              <Administration />
            </RequireSession>
          </Route>
          <Route component={NotFound} />
        </Switch>
      </main>
    </>
  );
}

/** The paths of the sign-in family, see `AuthPaths`. */
const authPages = /^\/(sign-in|sign-up|forgot-password|reset-password|email-verified|auth-error|account-deleted)$/;

function TwoFactorPage(): ReactElement {
  return <TwoFactorStep />;
}

function OrganizationPage(): ReactElement {
  return (
    <div className="settings">
      <Organization />
    </div>
  );
}

function InvitationPage(): ReactElement {
  return <AcceptInvitation />;
}

function Header(): ReactElement {
  const { data, isPending } = client.useSession();
  return (
    <header className="bar">
      <Link href="/" className="brand">
        <svg
          viewBox="0 0 24 24"
          width="22"
          height="22"
          fill="none"
          stroke="currentColor"
          strokeWidth="2"
          aria-hidden="true"
        >
          <circle cx="8" cy="12" r="4" />
          <path d="M12 12h9v4M17 12v3" strokeLinecap="round" />
        </svg>
        Latchkey
      </Link>
      <nav className="bar-pages" aria-label="The showcase">
        <Link href="/pricing" className="bar-link">
          Pricing
        </Link>
        <Link href="/studio" className="bar-link">
          Studio
        </Link>
      </nav>
      <nav className="bar-end" aria-label="Account">
        {data ? <OrganizationSwitcher className="bar-organization" /> : null}
        <ThemeSwitch />
        {data ? <UserButton /> : null}
        {!data && !isPending ? (
          <Link href="/sign-in" className="bar-link">
            Sign in
          </Link>
        ) : null}
      </nav>
    </header>
  );
}
