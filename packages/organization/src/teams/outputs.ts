/** What the calls about teams answer, as shapes. */

import { date, list, model, nullable, object, type Shape, text } from "@latchkey/core/shapes";
import type { Team } from "../models.ts";
import type { MessageAnswer, TeamMember } from "./contract.ts";

/** A list of teams. */
export const teamsOutput: Shape<Team[]> = list(model("team"));

/** Somebody in a team. */
export const teamMemberOutput: Shape<TeamMember> = object({
  id: text,
  teamId: text,
  userId: text,
  createdAt: nullable(date),
});

/** Done, in words. */
export const messageOutput: Shape<MessageAnswer> = object({ message: text });
