/** The response shapes for calls about teams. */

import { date, list, model, nullable, object, type Shape, text } from "@latchkey/core/shapes";
import type { Team } from "../models.ts";
import type { MessageResponse, TeamMember } from "./contract.ts";

/** A list of teams. */
export const teamsOutput: Shape<Team[]> = list(model("team"));

/** A user's membership in a team. */
export const teamMemberOutput: Shape<TeamMember> = object({
  id: text,
  teamId: text,
  userId: text,
  createdAt: nullable(date),
});

/** A response with a success message. */
export const messageOutput: Shape<MessageResponse> = object({ message: text });
