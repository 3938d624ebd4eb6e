import { AuthUiProvider, type LinkProps } from "@latchkey/ui";
import "@latchkey/ui/styles.css";
import { type ReactElement, StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { Link, useLocation } from "wouter";
import { App } from "./app.tsx";
import { client } from "./client.ts";
import "./page.css";

function Root(): ReactElement {
  const [, navigate] = useLocation();
  return (
    <AuthUiProvider client={client} link={AppLink} navigate={navigate} paths={{ home: "/account" }}>
      <App />
    </AuthUiProvider>
  );
}

function AppLink({ href, className, children }: LinkProps): ReactElement {
  return (
    <Link href={href} className={className}>
      {children}
    </Link>
  );
}

createRoot(document.getElementById("root") as HTMLElement).render(
  <StrictMode>
    <Root />
  </StrictMode>,
);
