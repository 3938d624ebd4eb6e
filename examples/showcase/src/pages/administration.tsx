/** The admin pages with their navigation. */

import { AdminUser, AdminUsers, AuditTrail } from "@latchkey/ui/admin";
import type { ReactElement } from "react";
import { Link, Route, Switch } from "wouter";

export function Administration(): ReactElement {
  return (
    <div className="wide">
      <nav className="tabs" aria-label="Administration">
        <Tab href="/admin">Users</Tab>
        <Tab href="/admin/audit">Audit trail</Tab>
      </nav>
      <Switch>
        <Route path="/admin" component={UsersPage} />
        <Route path="/admin/audit" component={AuditPage} />
        <Route path="/admin/users/:id">{({ id }) => <AdminUser userId={id} />}</Route>
      </Switch>
    </div>
  );
}

function UsersPage(): ReactElement {
  return <AdminUsers />;
}

function AuditPage(): ReactElement {
  return <AuditTrail />;
}

function Tab({ href, children }: { readonly href: string; readonly children: string }): ReactElement {
  return (
    <Link href={href} className={(active) => (active ? "tab tab-active" : "tab")}>
      {children}
    </Link>
  );
}
