/** The endpoints that show and control the directory. */

import { defineEndpoint, type EndpointOf, input, redirectResponse } from "@latchkey/core/plugin";
import type { ConsoleGuards } from "../access/guards.ts";
import { consolePath, isForm } from "../console/paths.ts";
import type { DevCalls } from "../contract.ts";
import { directoryChangeOutput, directoryOutput } from "../outputs.ts";
import { type DirectoryAction, type DirectoryDesk, type DirectoryState, directoryActions } from "./state.ts";

const unconnected: DirectoryState = {
  baseURL: null,
  style: "entra",
  people: [],
  groups: [],
  requests: [],
  failure: null,
};

/** Returns the directory's people, groups, and requests. */
export function devDirectory(
  guards: ConsoleGuards,
  directory: DirectoryDesk | null,
): EndpointOf<DevCalls["devDirectory"]> {
  return defineEndpoint({
    method: "GET",
    path: "/dev/directory",
    summary: "Show the simulated directory",
    output: directoryOutput,
    guards: [guards.data],
    queryBudget: 0,
    handle: () => directory?.state() ?? unconnected,
  });
}

const field = input.optional(input.rawText({ max: 2000 }));

/** Connects the directory, or makes it add, deactivate, and delete people and groups. */
export function devChangeDirectory(
  guards: ConsoleGuards,
  directory: DirectoryDesk | null,
): EndpointOf<DevCalls["devChangeDirectory"]> {
  return defineEndpoint({
    method: "POST",
    path: "/dev/directory/change",
    summary: "Control the simulated directory",
    input: input.object<DirectoryAction>({
      action: input.oneOf(...directoryActions),
      baseURL: field,
      token: field,
      style: input.optional(input.oneOf("entra", "okta")),
      email: field,
      givenName: field,
      familyName: field,
      group: field,
      members: input.optional(input.rawText({ max: 20_000 })),
    }),
    output: directoryChangeOutput,
    guards: [guards.data],
    queryBudget: 0,
    acceptsForm: true,
    originCheck: "always",
    async handle(action, context) {
      await directory?.run(action);
      return isForm(context)
        ? redirectResponse(`${consolePath(context)}#directory`)
        : (directory?.state() ?? unconnected);
    },
  });
}
