/**
 * The order of the docs. The site's navigation, the home page's links for agents (`llms.txt`), and a test are built
 * from it. A page's title comes from its first heading. To add a page, add its path to a group.
 */

/** A group of pages in the navigation. */
export interface Group {
  readonly title: string;
  /** Paths in the docs folder, without `.md`. */
  readonly pages: readonly string[];
  /** Groups below this one. */
  readonly groups?: readonly Group[];
  /** The page that a collapsed group leads to. Without it, the group is always open. */
  readonly overview?: string;
}

const providers: Group = {
  title: "Providers",
  overview: "guides/social-sign-in",
  pages: [
    "guides/providers/apple",
    "guides/providers/discord",
    "guides/providers/dropbox",
    "guides/providers/facebook",
    "guides/providers/github",
    "guides/providers/gitlab",
    "guides/providers/google",
    "guides/providers/kick",
    "guides/providers/linkedin",
    "guides/providers/microsoft",
    "guides/providers/reddit",
    "guides/providers/roblox",
    "guides/providers/spotify",
    "guides/providers/tiktok",
    "guides/providers/twitch",
    "guides/providers/twitter",
    "guides/providers/vk",
    "guides/providers/zoom",
    "guides/providers/any-openid-provider",
    "guides/providers/your-own",
  ],
};

const securityCases: Group = {
  title: "Security cases by subject",
  overview: "auditors/security",
  pages: [
    "auditors/security/admin",
    "auditors/security/oauth-provider",
    "auditors/security/organizations",
    "auditors/security/sign-in",
    "auditors/security/requests",
    "auditors/security/sessions",
    "auditors/security/enterprise",
    "auditors/security/social",
    "auditors/security/two-factor",
    "auditors/security/operations",
  ],
};

const guides: Group = {
  title: "Guides",
  pages: [],
  groups: [
    {
      title: "Sign users in",
      pages: [
        "guides/email-and-password",
        "guides/verify-email",
        "guides/reset-password",
        "guides/user-fields",
        "guides/usernames",
        "guides/magic-links",
        "guides/email-codes",
        "guides/passwordless",
        "guides/guests",
        "guides/phone-numbers",
        "guides/step-up",
        "guides/new-sign-in-emails",
        "guides/social-sign-in",
        "guides/one-tap",
        "guides/last-login-method",
        "guides/users-without-email",
        "guides/link-accounts",
      ],
      groups: [providers],
    },
    {
      title: "Secure accounts",
      pages: [
        "guides/passkeys-in-ten-minutes",
        "guides/passkeys",
        "guides/two-factor",
        "guides/reset-two-factor",
        "guides/change-password",
        "guides/reauthentication",
        "guides/passwords",
        "guides/password-hashing",
        "guides/breached-passwords",
        "guides/captcha",
      ],
    },
    {
      title: "Sessions",
      pages: ["guides/sessions", "guides/cookies", "guides/several-accounts", "guides/one-time-tokens"],
    },
    {
      title: "User accounts",
      pages: ["guides/user-account", "guides/change-email", "guides/delete-account"],
    },
    {
      title: "Scripts and services",
      pages: [
        "guides/api-keys",
        "guides/customer-api-keys",
        "guides/tokens",
        "guides/oauth-provider",
        "guides/protect-an-mcp-server",
        "guides/devices",
        "guides/webhooks",
        "guides/customer-webhooks",
        "guides/scim",
        "guides/connect-a-directory",
      ],
    },
    {
      title: "Organizations",
      pages: [
        "guides/organizations",
        "guides/invite-members",
        "guides/organization-members",
        "guides/organization-roles",
        "guides/teams",
        "guides/single-sign-on",
        "guides/connect-identity-providers",
        "guides/saml",
        "guides/verified-domains",
      ],
    },
    {
      title: "Manage users",
      pages: [
        "guides/admin",
        "guides/manage-users",
        "guides/admin-roles",
        "guides/impersonate-users",
        "guides/audit-log",
        "guides/export-audit-log",
        "guides/verify-audit-log",
      ],
    },
    {
      title: "Billing",
      pages: [
        "guides/billing",
        "guides/billing-stripe",
        "guides/billing-checkout",
        "guides/billing-plans",
        "guides/billing-entitlements",
        "guides/billing-organizations",
        "guides/billing-webhooks",
        "guides/billing-components",
      ],
    },
    {
      title: "Components",
      pages: [
        "guides/components",
        "guides/sign-in-pages",
        "guides/theme-components",
        "guides/translate-components",
        "guides/copy-components",
      ],
    },
    {
      title: "Client",
      pages: ["guides/client", "guides/react-hooks", "guides/server-rendering"],
    },
    {
      title: "Databases",
      pages: [
        "guides/database",
        "guides/migrations",
        "guides/drizzle",
        "guides/prisma",
        "guides/database-hooks",
        "guides/scheduled-jobs",
        "guides/search-indexes",
        "guides/write-an-adapter",
      ],
    },
    {
      title: "Email",
      pages: ["guides/send-email"],
    },
    {
      title: "Build and test",
      pages: ["guides/dev-console", "guides/testing", "guides/write-a-plugin", "guides/add-a-sign-in-step"],
    },
  ],
};

/** All pages of the docs except the home page. */
export const contents: readonly Group[] = [
  {
    title: "Get started",
    pages: [
      "get-started/quick-start",
      "get-started/installation",
      "get-started/features",
      "get-started/nextjs",
      "get-started/vite-express",
      "get-started/express",
      "get-started/hono",
      "get-started/fastify",
      "get-started/sveltekit",
      "get-started/tanstack-start",
      "get-started/node",
      "get-started/other-runtimes",
    ],
  },
  {
    title: "Concepts",
    pages: [
      "concepts/sessions",
      "concepts/users-and-accounts",
      "concepts/account-recovery",
      "concepts/plugins",
      "concepts/security-model",
      "concepts/request-flow",
    ],
  },
  guides,
  // The site adds the generated pages to this group.
  {
    title: "Reference",
    pages: [
      "reference/command-line",
      "reference/doctor",
      "reference/plugin-api",
      "reference/capabilities",
      "reference/openapi",
      "reference/troubleshooting",
    ],
  },
  {
    title: "Compare and migrate",
    pages: [
      "migrate/compare",
      "migrate/better-auth",
      "migrate/better-auth-differences",
      "migrate/authjs",
      "migrate/clerk",
      "migrate/supabase",
      "migrate/import-users",
    ],
  },
  {
    title: "Security and operations",
    pages: [
      "operations/production-checklist",
      "operations/rate-limits",
      "operations/proxies",
      "operations/trusted-origins",
      "operations/rotate-secret",
      "operations/shared-storage",
      "operations/custom-storage",
      "operations/multiple-instances",
      "operations/scale",
      "operations/benchmarks",
      "operations/upgrading",
    ],
  },
  {
    title: "For auditors",
    pages: ["auditors/security", "auditors/promises", "auditors/openid", "auditors/saml", "auditors/fuzzing"],
    groups: [securityCases],
  },
];

/** Generated pages that the written pages can link to. They exist only on the site. */
export const generatedPages: readonly string[] = [
  "reference/configuration",
  "reference/endpoints",
  "reference/errors",
  "reference/packages",
  "reference/tables",
];

/** Paths of all pages in a list of groups, in order. */
export function pagesIn(groups: readonly Group[]): string[] {
  return groups.flatMap((group) => [...group.pages, ...pagesIn(group.groups ?? [])]);
}
