/** Templates for the generated pages, with the components from `@latchkey/ui`. */

import type { Choices } from "./choices.ts";

/** A page with one component. */
export interface Page {
  /** Path in the app. It can end in `/:id`, which is passed to the component. */
  readonly path: string;
  readonly component: string;
  readonly from: string;
  /** Whether the page opens without a session. */
  readonly isPublic?: true;
  /** The prop that's set to the last part of the path. */
  readonly idProp?: string;
}

/** What a plugin adds to the UI. */
interface PluginUi {
  /** The call that creates the UI plugin. */
  readonly create: string;
  readonly pages: readonly Page[];
}

const ui = "@latchkey/ui";

const corePages: readonly Page[] = [
  { path: "/sign-in", component: "SignIn", from: ui, isPublic: true },
  { path: "/sign-up", component: "SignUp", from: ui, isPublic: true },
  { path: "/account", component: "Account", from: ui },
];

const pluginUis: Readonly<Record<string, PluginUi>> = {
  admin: {
    create: "adminUi()",
    pages: [
      { path: "/admin", component: "Admin", from: `${ui}/admin` },
      { path: "/admin/audit", component: "Admin", from: `${ui}/admin` },
      { path: "/admin/users/:id", component: "AdminUser", from: `${ui}/admin`, idProp: "userId" },
    ],
  },
  anonymous: { create: "anonymousUi()", pages: [] },
  billing: {
    create: "billingUi()",
    pages: [
      { path: "/billing", component: "BillingPage", from: `${ui}/billing` },
      { path: "/pricing", component: "PricingTable", from: `${ui}/billing`, isPublic: true },
    ],
  },
  "email-otp": { create: "emailOtpUi()", pages: [] },
  // Sections of the organization page.
  events: { create: "eventsUi()", pages: [] },
  "magic-link": {
    create: "magicLinkUi()",
    pages: [{ path: "/magic-link", component: "MagicLinkPage", from: `${ui}/magic-link`, isPublic: true }],
  },
  "multi-session": { create: "multiSessionUi()", pages: [] },
  "one-tap": { create: "oneTapUi()", pages: [] },
  organization: {
    create: "organizationUi()",
    pages: [
      { path: "/organization", component: "Organization", from: `${ui}/organization` },
      { path: "/accept-invitation", component: "AcceptInvitation", from: `${ui}/organization`, isPublic: true },
    ],
  },
  passkey: { create: "passkeyUi()", pages: [] },
  "phone-number": { create: "phoneNumberUi()", pages: [] },
  scim: { create: "scimUi()", pages: [] },
  "step-up": { create: "stepUpUi()", pages: [] },
  "two-factor": {
    // No email codes, because the generated auth file doesn't set `sendOTP`.
    create: "twoFactorUi()",
    pages: [{ path: "/two-factor", component: "TwoFactorStep", from: `${ui}/two-factor`, isPublic: true }],
  },
  username: { create: "usernameUi()", pages: [] },
};

/** Returns the pages of an app with these plugins. */
export function pagesOf({ plugins }: Pick<Choices, "plugins">): readonly Page[] {
  return [...corePages, ...plugins.flatMap((id) => pluginUis[id]?.pages ?? [])];
}

/** Returns the UI plugins as imports and calls. */
function uiPluginsOf({ plugins }: Choices): {
  readonly imports: readonly (readonly [string, string])[];
  calls: string;
} {
  const used = plugins.flatMap((id) => (pluginUis[id] ? [[id, pluginUis[id].create] as const] : []));
  return {
    imports: used.map(([id, create]) => [create.slice(0, create.indexOf("(")), `${ui}/${id}`] as const),
    calls: used.map(([, create]) => create).join(", "),
  };
}

/** The settings of the generated provider, as statements before it and as attributes. */
function providerOf(choices: Choices): { readonly statements: string; readonly attributes: string } {
  const { calls } = uiPluginsOf(choices);
  return {
    statements: calls === "" ? "" : `const plugins = [${calls}];\n`,
    attributes: `client={authClient}${calls === "" ? "" : " plugins={plugins}"}`,
  };
}

/**
 * Generates the component that routes to the auth pages of a Vite app.
 * @param client specifier for importing the client
 */
export function viteAuthPagesTemplate(choices: Choices, client: string): string {
  const { typescript } = choices.project;
  const pages = pagesOf(choices);
  const banner = choices.plugins.includes("admin");
  const names: (readonly [string, string])[] = [
    ...["AuthUiProvider", "RequireSession", "UserButton"].map((name) => [name, ui] as const),
    ...pages.map(({ component, from }) => [component, from] as const),
    ...uiPluginsOf(choices).imports,
    ...(banner ? [["ImpersonationBanner", `${ui}/admin`] as const] : []),
  ];
  const { statements, attributes } = providerOf(choices);
  const [types, children, path] = typescript
    ? ['import type { ReactNode } from "react";\n', ": { children: ReactNode }", "path: string"]
    : ["", "", "path"];
  return `${importsOf(names)}
import "@latchkey/ui/styles.css";
${types}import { authClient } from "${client}";
import "./auth-pages.css";

${statements}
/** Pages that open without a session. */
function publicPage(${path}) {
  switch (path) {
${switchCases(pages.filter(({ isPublic }) => isPublic === true))}
    default:
      return null;
  }
}

/** Pages for signed-in users. */
function accountPage(${path}) {
  switch (path) {
${switchCases(pages.filter(({ isPublic, idProp }) => isPublic !== true && idProp === undefined))}
    default:
${pages
  .filter(({ idProp }) => idProp !== undefined)
  .map((page) => `      if (path.startsWith("${folderOf(page)}")) return ${elementOf(page)};\n`)
  .join("")}      return null;
  }
}

/** Shows the auth pages at their paths, and everything else only to signed-in users. */
export function AuthPages({ children }${children}) {
  const open = publicPage(location.pathname);
  const page = open ?? accountPage(location.pathname);
  const home = open === null ? <a className="auth-home-link" href="/">Home</a> : null;
  const shown = page === null ? children : <main className="lk-page">{home}{page}</main>;
  return (
    <AuthUiProvider ${attributes}>
      ${
        banner
          ? `<ImpersonationBanner />
      `
          : ""
      }{open === null ? <RequireSession>{shown}</RequireSession> : shown}
      <UserButton className="auth-user-button" />
    </AuthUiProvider>
  );
}
`;
}

/**
 * Generates the provider of a Next.js app, and its account menu.
 * @param client specifier for importing the client
 */
export function nextProviderTemplate(choices: Choices, client: string): string {
  const { statements, attributes } = providerOf(choices);
  const names: (readonly [string, string])[] = [
    ...["AuthUiProvider", "UserButton"].map((name) => [name, ui] as const),
    ...uiPluginsOf(choices).imports,
  ];
  const [types, children] = choices.project.typescript
    ? ['import type { ReactNode } from "react";\n', ": { children: ReactNode }"]
    : ["", ""];
  return `"use client";

${importsOf(names)}
import "@latchkey/ui/styles.css";
${types}import { authClient } from "${client}";
import "./auth-ui.css";

${statements}
/** A page with a component from @latchkey/ui. */
export function AuthPage({ children }${children}) {
  return (
    <AuthUiProvider ${attributes}>
      <main className="lk-page">{children}</main>
    </AuthUiProvider>
  );
}

/** The signed-in user, with a menu that links to the account pages. Add it to your layout. */
export function AccountMenu() {
  return (
    <AuthUiProvider ${attributes}>
      <UserButton />
    </AuthUiProvider>
  );
}
`;
}

/**
 * Generates a Next.js page with one component.
 * @param provider specifier for importing the provider
 */
export function nextPageTemplate({ project }: Choices, page: Page, provider: string): string {
  const gate = page.isPublic ? [] : [["RequireSession", ui] as const];
  const element = elementOf(page, "id");
  const [use, type] = page.idProp
    ? ['import { use } from "react";\n', project.typescript ? ": { params: Promise<{ id: string }> }" : ""]
    : ["", ""];
  const head = page.idProp ? `({ params }${type}) {\n  const { id } = use(params);` : "() {";
  return `"use client";

${importsOf([[page.component, page.from], ...gate])}
${use}import { AuthPage } from "${provider}";

export default function ${page.component}Page${head}
  return (
    <AuthPage>
      ${page.isPublic ? element : `<RequireSession>\n        ${element}\n      </RequireSession>`}
    </AuthPage>
  );
}
`;
}

/** Returns the folder of a page in Next.js: `admin/users/[id]`. */
export function nextFolderOf({ path }: Page): string {
  return path.slice(1).replace(":id", "[id]");
}

function switchCases(pages: readonly Page[]): string {
  return pages.map((page) => `    case "${page.path}":\n      return ${elementOf(page)};`).join("\n");
}

/** @param id the code for the last part of the path */
function elementOf(page: Page, id = `path.slice(${folderOf(page).length})`): string {
  return page.idProp ? `<${page.component} ${page.idProp}={${id}} />` : `<${page.component} />`;
}

function folderOf({ path }: Page): string {
  return path.slice(0, path.lastIndexOf("/") + 1);
}

/** One import statement per package, sorted by package name. */
function importsOf(names: readonly (readonly [string, string])[]): string {
  const packages = [...new Set(names.map(([, from]) => from))].sort();
  return packages
    .map((from) => {
      const imported = names.filter(([, other]) => other === from).map(([name]) => name);
      const sorted = [...new Set(imported)].sort((one, other) => (one.toLowerCase() < other.toLowerCase() ? -1 : 1));
      const line = `import { ${sorted.join(", ")} } from "${from}";`;
      return line.length <= 120 ? line : `import {\n${sorted.map((name) => `  ${name},\n`).join("")}} from "${from}";`;
    })
    .join("\n");
}
