/** A customer's name and email, or the id if neither is known. */

import type { ReactElement, ReactNode } from "react";
import { Person } from "../../primitives/person.tsx";

export interface CustomerNameProps {
  readonly name: string | null;
  readonly email: string | null;
  readonly id: string;
  readonly badge?: ReactNode;
}

export function CustomerName({ name, email, id, badge }: CustomerNameProps): ReactElement {
  return <Person name={name || email || id} image={null} detail={name ? email : null} badge={badge} />;
}
