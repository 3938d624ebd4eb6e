/** Links to the sections of the account page. */

import { type Context, createContext, useContext } from "react";
import { useAuthUi } from "../provider/context.ts";

/** Returns the link to a section. */
export type SectionHref = (id: string) => string;

export const SectionHrefContext: Context<SectionHref | null> = createContext<SectionHref | null>(null);

/** Returns a function for links to sections, also outside of the account page. */
export function useSectionHref(): SectionHref {
  const { account } = useAuthUi().paths;
  return useContext(SectionHrefContext) ?? ((id) => `${account}#${id}`);
}
