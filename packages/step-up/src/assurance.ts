/** The calls that return how a session is authenticated. */

import {
  type AssuranceRequirement,
  assuranceLevels,
  checkAssurance,
  defineEndpoint,
  type EndpointOf,
  getAssurance,
  input,
  listEnrolledFactors,
  requireSession,
  sessionErrors,
} from "@latchkey/core/plugin";
import type { StepUpCalls } from "./contract.ts";
import { assuranceOutput, assuranceResponse } from "./outputs.ts";

/** Returns the session's level and the factors that the user can prove. */
export const assurance: EndpointOf<StepUpCalls["assurance"]> = defineEndpoint({
  method: "GET",
  path: "/assurance",
  summary: "Get the session's authentication level",
  output: assuranceResponse,
  guards: [requireSession],
  queryBudget: 2,
  async handle(_, context) {
    const active = { session: context.session, user: context.user };
    return { ...getAssurance(context, active), can: await listEnrolledFactors(context, active) };
  },
});

const requirementInput: input.InputField<AssuranceRequirement> = input.object({
  factors: input.optional(input.list(input.id, { min: 1, max: 20 })),
  acr: input.optional(input.oneOf(...assuranceLevels)),
  maxAge: input.optional(input.integer({ min: 1 })),
  singleUse: input.optional(input.text({ min: 1, max: 64, pattern: /^[a-z0-9][a-z0-9._-]*$/ })),
});

/** Checks the session in one of the app's routes. */
export const requireAssurance: EndpointOf<StepUpCalls["requireAssurance"]> = defineEndpoint({
  method: "POST",
  path: "/require-assurance",
  summary: "Require a level of assurance",
  serverOnly: true,
  input: requirementInput,
  output: assuranceOutput,
  guards: [requireSession],
  errors: sessionErrors,
  queryBudget: 2,
  async handle(requirement, context) {
    const active = await checkAssurance(context, { session: context.session, user: context.user }, requirement);
    return getAssurance(context, active);
  },
});
