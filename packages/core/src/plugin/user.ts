/** The user as apps and clients see it. */

/**
 * Someone with an account. One row in `user`, regardless of the sign-in methods. Plugins and the app can add fields.
 */
export interface User {
  readonly id: string;
  readonly name: string;
  /** In lowercase. */
  readonly email: string;
  readonly emailVerified: boolean;
  readonly image: string | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}
