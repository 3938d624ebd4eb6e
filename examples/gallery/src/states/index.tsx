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

/** Components that belong together. */
export interface GalleryGroup {
  readonly title: string;
  readonly components: Gallery;
}

export const groups: readonly GalleryGroup[] = [
  { title: "Sign-in", components: authentication },
  { title: "Account", components: { ...account, ...activeSessions } },
  { title: "Two-factor", components: twoFactor },
  { title: "Organization", components: organization },
  { title: "Admin", components: admin },
  { title: "Billing", components: shop },
  { title: "Primitives", components: { ...primitives, ...layoutPrimitives } },
];

export const gallery: Gallery = Object.assign({}, ...groups.map(({ components }) => components));
