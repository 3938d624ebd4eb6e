/** The frame and the routes of all pages. */

import {
  EmailVerified,
  ForgotPassword,
  RequireSession,
  ResetPassword,
  SessionList,
  SignIn,
  SignUp,
  VerifyEmailBanner,
} from "@latchkey/ui";
import { ImpersonationBanner } from "@latchkey/ui/admin";
import { AcceptInvitation, OrganizationSettings } from "@latchkey/ui/organization";
import { TwoFactorStep } from "@latchkey/ui/two-factor";
import type { ReactElement } from "react";
import { Route, Switch, useLocation } from "wouter";
import { DemoButton } from "./demo/demo-button.tsx";
import { Header } from "./header.tsx";
import { usePageTitle } from "./page-title.ts";
import { Account } from "./pages/account.tsx";
import { Administration } from "./pages/administration.tsx";
import { Billing, Pricing, Seller } from "./pages/billing.tsx";
import { Home } from "./pages/home.tsx";
import { NotFound } from "./pages/not-found.tsx";
import { Studio } from "./pages/studio.tsx";

export function App(): ReactElement {
  const [path] = useLocation();
  usePageTitle();
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
          <Route path="/sign-in" component={SignInPage} />
          <Route path="/sign-up" component={SignUpPage} />
          <Route path="/two-factor" component={TwoFactorPage} />
          <Route path="/forgot-password" component={ForgotPasswordPage} />
          <Route path="/reset-password" component={ResetPasswordPage} />
          <Route path="/email-verified" component={EmailVerifiedPage} />
          <Route path="/account">
            <RequireSession>
              <Account />
            </RequireSession>
          </Route>
          <Route path="/sessions">
            <RequireSession>
              <SessionList />
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
      <DemoButton />
    </>
  );
}

function SignInPage(): ReactElement {
  return <SignIn />;
}

function TwoFactorPage(): ReactElement {
  return <TwoFactorStep />;
}

function OrganizationPage(): ReactElement {
  return (
    <div className="settings">
      <OrganizationSettings />
    </div>
  );
}

function InvitationPage(): ReactElement {
  return <AcceptInvitation />;
}

function SignUpPage(): ReactElement {
  return <SignUp />;
}

function ForgotPasswordPage(): ReactElement {
  return <ForgotPassword />;
}

function ResetPasswordPage(): ReactElement {
  return <ResetPassword />;
}

function EmailVerifiedPage(): ReactElement {
  return <EmailVerified />;
}
