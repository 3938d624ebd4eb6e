import type { ReactElement } from "react";
import { Link } from "wouter";
import { client } from "../client.ts";

export function Home(): ReactElement {
  const { data } = client.useSession();
  return (
    <div className="home">
      <h1>Accounts that are yours</h1>
      <p className="lead">
        This app runs on the library it shows: one request handler, an embedded database, and the ready-made screens.
        Everything stays on this machine.
      </p>
      <p className="actions">
        {data ? (
          <Link href="/account" className="lk-button lk-button-primary">
            Go to your account
          </Link>
        ) : (
          <>
            <Link href="/sign-up" className="lk-button lk-button-primary">
              Create an account
            </Link>
            <Link href="/sign-in" className="lk-button lk-button-secondary">
              Sign in
            </Link>
          </>
        )}
      </p>
      <ul className="points">
        <li>
          <strong>Sign up, reload, still here.</strong> The session is a signed cookie; the database holds only its
          digest.
        </li>
        <li>
          <strong>See every device.</strong> Sign in from a second browser, then end that session from this one.
        </li>
        <li>
          <strong>Sign in by a provider.</strong> “Local identity” runs on this machine too, and lets you be anybody.
        </li>
        <li>
          <strong>Ask for two steps.</strong> Set up an authenticator app in your account, then sign in again.
        </li>
        <li>
          <strong>Work in groups.</strong> Make an <Link href="/organization">organization</Link>, invite an address
          that nobody has yet, and open the mail's link in another browser.
        </li>
        <li>
          <strong>Buy, use, cancel.</strong> See the <Link href="/pricing">prices</Link>, pay with a card that works or
          one that does not, spend frames in the <Link href="/studio">studio</Link>, and follow it all on your{" "}
          <Link href="/billing">billing page</Link>. No money moves: the payment platform runs on this machine too.
        </li>
        <li>
          <strong>Run the place.</strong> Sign in as <code>admin@showcase.test</code> with{" "}
          <code>showcase administrator</code>: find people, ban them, act as one of them, and see what everybody{" "}
          <Link href="/seller">bought</Link>.
        </li>
        <li>
          <strong>Use any email address.</strong> Its mail never leaves this machine: read it in the{" "}
          <a href="/api/auth/dev">dev console</a>, once you opened the link that the terminal shows.
        </li>
      </ul>
    </div>
  );
}
