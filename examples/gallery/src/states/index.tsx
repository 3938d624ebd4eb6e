/** Every component of `@latchkey/ui`, in every state. */

import type { Gallery } from "../state.ts";
import { account } from "./account.tsx";
import { admin } from "./admin.tsx";
import { shop } from "./billing.tsx";
import { entrance } from "./entrance.tsx";
import { organization } from "./organization.tsx";
import { parts } from "./parts.tsx";
import { twoFactor } from "./two-factor.tsx";

export const gallery: Gallery = {
  ...entrance,
  ...account,
  ...twoFactor,
  ...organization,
  ...admin,
  ...shop,
  ...parts,
};
