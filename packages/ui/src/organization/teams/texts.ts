/** The texts of these screens. */

/** Every text of these screens. */
export interface TeamsTexts {
  readonly title: string;
}

/** In English. */
export const teams: TeamsTexts = {
  title: "Teams",
};
