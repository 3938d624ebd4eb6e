/** An admin whose password is published. Development and tests only. */

import { AuthError } from "@latchkey/core";

export const administrator = {
  name: "Ada Admin",
  email: "admin@showcase.test",
  password: "showcase administrator",
} as const;

interface CreatesUsers {
  createUser(input: {
    readonly body: typeof administrator & { readonly role: string; readonly data: { readonly emailVerified: true } };
  }): Promise<unknown>;
}

/** Creates the admin at the first start. At later starts the email is taken. */
export async function createAdministrator(api: CreatesUsers): Promise<void> {
  try {
    await api.createUser({ body: { ...administrator, role: "admin", data: { emailVerified: true } } });
  } catch (error) {
    if (!(error instanceof AuthError) || error.code !== "USER_ALREADY_EXISTS") throw error;
  }
}
