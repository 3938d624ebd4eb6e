/** The texts of these screens. */

/** Every text of these screens. */
export interface GeneralTexts {
  readonly title: string;
}

/** In English. */
export const general: GeneralTexts = {
  title: "Organization",
};
