import { AuthUiProvider, type LinkProps, type ProviderChoice } from "@latchkey/ui";
import "@latchkey/ui/styles.css";
import { type ReactElement, StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { Link, useLocation } from "wouter";
import { App } from "./app.tsx";
import { client } from "./client.ts";
import "./page.css";

/** The server says which it has keys for. */
const offered = fetch("/api/providers").then((answer) => answer.json() as Promise<(string | ProviderChoice)[]>);

function Root({ providers }: { readonly providers: readonly (string | ProviderChoice)[] }): ReactElement {
  const [, navigate] = useLocation();
  return (
    <AuthUiProvider client={client} link={AppLink} navigate={navigate} paths={paths} providers={providers}>
      <App />
    </AuthUiProvider>
  );
}

const paths = { home: "/account" };

function AppLink({ href, className, children }: LinkProps): ReactElement {
  return (
    <Link href={href} className={className}>
      {children}
    </Link>
  );
}

createRoot(document.getElementById("root") as HTMLElement).render(
  <StrictMode>
    <Root providers={await offered} />
  </StrictMode>,
);
