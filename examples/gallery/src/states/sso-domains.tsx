/** States of an organization's domains. */

import { en } from "@latchkey/ui";
import { DomainsPanel, ssoEn } from "@latchkey/ui/sso";
import { offered, owner, pending, reader, withSso } from "../fixtures/sso.ts";
import { errorResponse, ok } from "../mock-fetch.ts";
import { loadingStates, type State } from "../state.ts";
import { chooseInMenu as choose } from "../user-actions.ts";

const { domains: words, errors } = ssoEn;
const manageDomain = (name: string): string => words.manage.replace("{domain}", name);

const domainsPage = { element: <DomainsPanel />, responses: withSso({}) };
/** States of the section with the domains. */
export const domainStates: readonly State[] = [
  ...loadingStates({ element: <DomainsPanel />, responses: { ...offered, ...owner } }, "/sso/domains", en.loading),
  { ...domainsPage, name: "none", responses: withSso({ "/sso/domains": ok([]) }), expectedText: words.none },
  { ...domainsPage, name: "some", expectedText: words.failing },
  { ...domainsPage, name: "reader", responses: withSso(reader), expectedText: words.failing },
  {
    ...domainsPage,
    name: "long",
    responses: withSso({
      "/sso/domains": ok([{ ...pending, domain: `a-very-long-name.${"department.".repeat(6)}acme.example` }]),
    }),
    expectedText: /very-long/,
  },
  { ...domainsPage, name: "add", play: ({ click }) => click("button", words.add), expectedText: words.addText },
  {
    ...domainsPage,
    name: "refused",
    responses: withSso({ "/sso/add-domain": errorResponse(400, "PUBLIC_DOMAIN") }),
    play: async ({ click, type }) => {
      await click("button", words.add);
      await type(words.domain, "gmail.com");
      await click("button", words.add);
    },
    expectedText: errors.PUBLIC_DOMAIN ?? "",
  },
  {
    ...domainsPage,
    name: "record",
    play: choose(manageDomain("mail.acme.example"), words.record),
    expectedText: words.recordText,
  },
  {
    ...domainsPage,
    name: "not-found",
    responses: withSso({ "/sso/verify-domain": errorResponse(502, "DOMAIN_VERIFICATION_FAILED") }),
    play: async (hand) => {
      await choose(manageDomain("mail.acme.example"), words.record)(hand);
      await hand.click("button", words.verify);
    },
    expectedText: errors.DOMAIN_VERIFICATION_FAILED ?? "",
  },
  {
    ...domainsPage,
    name: "rule",
    play: choose(manageDomain("acme.example"), words.enforcement),
    expectedText: words.enforcementText,
  },
  {
    ...domainsPage,
    name: "remove",
    play: choose(manageDomain("acme.example"), words.remove),
    expectedText: words.removeText,
  },
];
