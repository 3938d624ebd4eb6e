/** The frame and the routes of all pages. */

import { Account, Auth, RequireSession, VerifyEmailBanner } from "@latchkey/ui";
import { ImpersonationBanner } from "@latchkey/ui/admin";
import { SaveAccount } from "@latchkey/ui/anonymous";
import { AcceptInvitation, Organization } from "@latchkey/ui/organization";
import { TwoFactorStep } from "@latchkey/ui/two-factor";
import type { ReactElement } from "react";
import { Route, Switch, useLocation } from "wouter";
import { DemoButton } from "./demo/demo-button.tsx";
import { Header } from "./header.tsx";
import { usePageFocus } from "./page-focus.ts";
import { usePageTitle } from "./page-title.ts";
import { Administration } from "./pages/administration.tsx";
import { Billing, Pricing, Seller } from "./pages/billing.tsx";
import { Home } from "./pages/home.tsx";
import { NotFound } from "./pages/not-found.tsx";
import { Studio } from "./pages/studio.tsx";

export function App(): ReactElement {
  const [path] = useLocation();
  const main = usePageFocus();
  usePageTitle();
  return (
    <>
      <a className="skip" href="#main">
        Skip to content
      </a>
      <Header />
      <ImpersonationBanner />
      {entrance.test(path) ? null : <SaveAccount />}
      {/* The page for verification links shows all of this itself. */}
      {path === "/email-verified" ? null : <VerifyEmailBanner />}
      <main id="main" className="page" ref={main} tabIndex={-1}>
        <Switch>
          <Route path="/" component={Home} />
          <Route path={authPages}>
            <Auth path={path} />
          </Route>
          <Route path="/two-factor" component={TwoFactorPage} />
          <Route path="/account" component={AccountPage} />
          <Route path="/organization" component={OrganizationPage} />
          <Route path="/organization/invitation" component={InvitationPage} />
          <Route path="/pricing" component={Pricing} />
          <Route path="/billing" component={Billing} />
          <Route path="/studio" component={Studio} />
          <Route path="/seller" component={Seller} />
          <Route path="/admin/*?">
            {/* The page shows its own shape while the session loads. */}
            <RequireSession loading={<Administration />}>
              <Administration />
            </RequireSession>
          </Route>
          <Route component={NotFound} />
        </Switch>
      </main>
      <DemoButton />
    </>
  );
}

/** The paths of the sign-in pages, see `AuthPaths`, and of the pages that UI plugins add to them. */
const authPages =
  /^\/(sign-in|sign-in\/sso|sso-setup|sign-up|forgot-password|reset-password|email-verified|auth-error|account-deleted|magic-link|not-me|consent|select-account|choose-organization|request-error|device)$/;

/** The guest banner links to these pages, so it isn't shown on them. */
const entrance = /^\/sign-(in|up)$/;

function TwoFactorPage(): ReactElement {
  return <TwoFactorStep />;
}

function AccountPage(): ReactElement {
  return <Account />;
}

function OrganizationPage(): ReactElement {
  return <Organization />;
}

function InvitationPage(): ReactElement {
  return <AcceptInvitation />;
}
