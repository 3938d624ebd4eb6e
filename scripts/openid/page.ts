/** Generates docs/auditors/openid.md. */

import { findTestedModules, readPlans } from "./modules.ts";

/** Returns the page as Markdown. */
export function openidPage(): string {
  const tests = findTestedModules();
  const sections = Object.entries(readPlans()).map(([plan, modules]) => {
    const rows = Object.entries(modules).map(([module, outcome]) => {
      const files = (tests.get(module) ?? []).map((file) => `\`${file}\``);
      return `| \`${module}\` | ${outcome} | ${files.join(", ") || "open"} |`;
    });
    return `## ${plan}\n\n| Module | Behavior | Tests |\n|---|---|---|\n${rows.join("\n")}`;
  });
  return `# OpenID conformance

Find out which modules in the OpenID conformance suite apply to [the OAuth provider](../guides/oauth-provider.md), and which tests cover
them. Latchkey isn't certified, and the suite isn't run against it. It has its own tests for the same cases.

${sections.join("\n\n")}

## How this page is generated

The modules are in \`scripts/data/openid-modules.json\`. A test covers a module if the test's name contains the module's name. To regenerate this
page, run \`npx tsx scripts/openid/write.ts\`. A test checks that the page is up to date and that every module is covered.
`;
}
