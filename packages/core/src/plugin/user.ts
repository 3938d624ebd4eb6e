/** The user as the outside sees it. */

/** A person; has one row, whatever the ways in. Plugins and the app add fields. */
export interface User {
  readonly id: string;
  readonly name: string;
  /** Lower case. */
  readonly email: string;
  readonly emailVerified: boolean;
  readonly image: string | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}
