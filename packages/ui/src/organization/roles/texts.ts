/** The texts of these screens. */

/** Every text of these screens. */
export interface RolesTexts {
  readonly title: string;
}

/** In English. */
export const roles: RolesTexts = {
  title: "Roles",
};
