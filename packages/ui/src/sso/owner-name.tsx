/** The organization of a domain or an identity provider, on the admin pages. */

import type { ReactElement } from "react";

/** The first fact of a line. It's isolated, because otherwise it changes places with a next one in another direction. */
export function OwnerName({ name }: { readonly name: string }): ReactElement {
  return (
    <>
      <bdi>{name}</bdi>
      {"\u00a0· "}
    </>
  );
}
