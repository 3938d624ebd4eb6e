/** The header of every page. On phones, a side sheet holds the navigation. */

import { Drawer, Icon, IconButton, UserButton } from "@latchkey/ui";
import { OrganizationSwitcher } from "@latchkey/ui/organization";
import { type ReactElement, useEffect, useState } from "react";
import { Link, useLocation } from "wouter";
import { client } from "./client.ts";
import { useDemo } from "./demo/facts.tsx";
import { type UnreadMail, useUnreadMail } from "./demo/use-unread-mail.ts";
import { Mark, MenuLines } from "./mark.tsx";
import { SchemeSwitch } from "./theme/scheme-switch.tsx";

const docs = "https://github.com/latchkey/latchkey/tree/main/docs";

export function Header(): ReactElement {
  const { data, isPending } = client.useSession();
  const mail = useUnreadMail();
  return (
    <header className="bar">
      <Link href="/" className="brand">
        <Mark />
        Latchkey
      </Link>
      <nav className="bar-pages" aria-label="Showcase">
        <Pages />
      </nav>
      <div className="bar-end">
        <div className="bar-tools">
          <MailLink mail={mail} />
          <SchemeSwitch />
          {data ? <OrganizationSwitcher className="bar-organization" /> : null}
        </div>
        {data ? <UserButton /> : null}
        {!data && !isPending ? (
          <Link href="/sign-in" className="bar-link">
            Sign in
          </Link>
        ) : null}
        <PhoneMenu mail={mail} isSignedIn={data !== null} />
      </div>
    </header>
  );
}

function Pages(): ReactElement {
  const demo = useDemo();
  return (
    <>
      <PageLink href="/">Overview</PageLink>
      <PageLink href="/studio">Studio</PageLink>
      <PageLink href="/pricing">Pricing</PageLink>
      {demo?.gallery ? (
        <a href={demo.gallery} className="bar-link">
          Gallery
        </a>
      ) : null}
      <a href={docs} className="bar-link">
        Docs
      </a>
    </>
  );
}

function PageLink({ href, children }: { readonly href: string; readonly children: string }): ReactElement {
  const [path] = useLocation();
  return (
    <Link href={href} className="bar-link" aria-current={path === href ? "page" : undefined}>
      {children}
    </Link>
  );
}

/** Opens the dev console in a new tab. */
function MailLink({ mail, isWide = false }: { readonly mail: UnreadMail; readonly isWide?: boolean }): ReactElement {
  const { count, markRead } = mail;
  return (
    <a
      className={isWide ? "bar-link mail" : "mail mail-icon"}
      href="/api/demo/console"
      target="_blank"
      rel="noreferrer"
      // If its text is visible, the text is the label.
      aria-label={isWide ? undefined : count > 0 ? `Mail, ${count} unread` : "Mail"}
      title="Mail"
      onClick={markRead}
    >
      <Icon name="mail" />
      {isWide ? "Mail" : null}
      {count > 0 ? (
        <span className="mail-count">
          {count > 99 ? "99+" : count}
          {isWide ? <span className="lk-hidden"> unread</span> : null}
        </span>
      ) : null}
    </a>
  );
}

interface PhoneMenuProps {
  readonly mail: UnreadMail;
  readonly isSignedIn: boolean;
}

function PhoneMenu({ mail, isSignedIn }: PhoneMenuProps): ReactElement {
  const [open, setOpen] = useState(false);
  const [path] = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: closes when the page changes
  useEffect(() => setOpen(false), [path]);
  return (
    <div className="phone-menu">
      <IconButton label="Menu" icon={<MenuLines />} aria-expanded={open} onClick={() => setOpen(true)} />
      <Drawer open={open} title="Menu" onClose={() => setOpen(false)}>
        <div className="sheet">
          {isSignedIn ? <OrganizationSwitcher className="sheet-organization" /> : null}
          <nav className="sheet-pages" aria-label="Showcase">
            <Pages />
            <MailLink mail={mail} isWide />
          </nav>
          <div className="sheet-theme">
            <span>Theme</span>
            <SchemeSwitch />
          </div>
        </div>
      </Drawer>
    </div>
  );
}
