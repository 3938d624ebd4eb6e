/** Links to all pages of the showcase and its tools. */

import type { ComponentType, ReactElement } from "react";
import { Link } from "wouter";
import {
  AccountDrawing,
  AdminDrawing,
  BillingDrawing,
  ConsoleDrawing,
  OrganizationDrawing,
  SalesDrawing,
  SignInDrawing,
  TwoFactorDrawing,
} from "./thumbnails.tsx";

interface Tile {
  readonly href: string;
  readonly title: string;
  readonly text: string;
  readonly Drawing: ComponentType;
  /** Whether the page belongs to another tool, and opens in a new tab. */
  readonly isExternal?: boolean;
}

const tiles: readonly Tile[] = [
  {
    href: "/sign-in",
    title: "Sign-in methods",
    text: "Passkeys, codes by email and text, sign-in links, guests, and several accounts in one browser.",
    Drawing: SignInDrawing,
  },
  {
    href: "/account",
    title: "Account",
    text: "Profile, password, passkeys, connected accounts, and devices.",
    Drawing: AccountDrawing,
  },
  {
    href: "/organization",
    title: "Organization",
    text: "Invite members, create teams, and define custom roles.",
    Drawing: OrganizationDrawing,
  },
  {
    href: "/admin",
    title: "Admin",
    text: "Manage, ban, and impersonate users. Sign in as Ada from the Demo menu.",
    Drawing: AdminDrawing,
  },
  {
    href: "/billing",
    title: "Billing",
    text: "Buy a plan with a fake card, then track usage and invoices.",
    Drawing: BillingDrawing,
  },
  {
    href: "/seller",
    title: "Sales",
    text: "Revenue, customers, and webhooks. Sign in as Ada from the Demo menu.",
    Drawing: SalesDrawing,
  },
  {
    href: "/account#security",
    title: "Passkeys and two-factor",
    text: "Add a passkey or an authenticator app, then sign in again.",
    Drawing: TwoFactorDrawing,
  },
  {
    href: "/api/demo/console",
    title: "Dev console",
    text: "Read the emails and texts this app sends. They never leave your machine.",
    Drawing: ConsoleDrawing,
    isExternal: true,
  },
];

export function Tiles(): ReactElement {
  return (
    <section className="tiles" aria-labelledby="tiles-title">
      <h2 id="tiles-title">Explore</h2>
      <ul>
        {tiles.map((tile) => (
          <li key={tile.href}>
            <TileLink {...tile} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function TileLink({ href, title, text, Drawing, isExternal = false }: Tile): ReactElement {
  const content = (
    <>
      <Drawing />
      <span className="tile-title">{title}</span>
      <span className="tile-text">{text}</span>
    </>
  );
  return isExternal ? (
    <a className="tile" href={href} target="_blank" rel="noreferrer">
      {content}
    </a>
  ) : (
    <Link className="tile" href={href}>
      {content}
    </Link>
  );
}
