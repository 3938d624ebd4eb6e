/** Combines the states of all components of `@latchkey/ui`. */

import type { Gallery } from "../state.ts";
import { account } from "./account.tsx";
import { admin } from "./admin.tsx";
import { authentication } from "./authentication.tsx";
import { shop } from "./billing.tsx";
import { organization } from "./organization.tsx";
import { primitives } from "./primitives.tsx";
import { layoutPrimitives } from "./primitives-layout.tsx";
import { activeSessions } from "./sessions.tsx";
import { twoFactor } from "./two-factor.tsx";

export const gallery: Gallery = {
  ...authentication,
  ...account,
  ...twoFactor,
  ...activeSessions,
  ...organization,
  ...admin,
  ...shop,
  ...primitives,
  ...layoutPrimitives,
};
