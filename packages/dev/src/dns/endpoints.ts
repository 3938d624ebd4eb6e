/** The endpoints that list, set, and remove organizations' TXT records. */

import { defineEndpoint, type EndpointOf, input, redirectResponse } from "@latchkey/core/plugin";
import type { ConsoleGuards } from "../access/guards.ts";
import { consolePath, isForm } from "../console/paths.ts";
import type { ChangeDnsInput, DevCalls } from "../contract.ts";
import { clearedOutput, dnsOutput } from "../outputs.ts";
import type { DnsZone } from "./zone.ts";

/** Lists the records that organizations have to set, newest first. */
export function devDns(guards: ConsoleGuards, dns: DnsZone | null): EndpointOf<DevCalls["devDns"]> {
  return defineEndpoint({
    method: "GET",
    path: "/dev/dns",
    summary: "List the DNS records that organizations have to set",
    output: dnsOutput,
    guards: [guards.data],
    queryBudget: 1,
    handle: (_, context) => dns?.wanted(context.db) ?? [],
  });
}

/** Sets or removes a record. */
export function devChangeDns(guards: ConsoleGuards, dns: DnsZone | null): EndpointOf<DevCalls["devChangeDns"]> {
  return defineEndpoint({
    method: "POST",
    path: "/dev/dns/change",
    summary: "Set or remove a DNS record",
    input: input.object<ChangeDnsInput>({
      action: input.oneOf("set", "remove"),
      name: input.rawText({ min: 1, max: 253 }),
      value: input.rawText({ min: 1, max: 1000 }),
    }),
    output: clearedOutput,
    guards: [guards.data],
    queryBudget: 0,
    acceptsForm: true,
    originCheck: "always",
    handle({ action, name, value }, context) {
      dns?.[action](name, value);
      return isForm(context) ? redirectResponse(consolePath(context)) : { success: true };
    },
  });
}
