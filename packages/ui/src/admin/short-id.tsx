/** An id that can be copied. */

import type { ReactElement } from "react";
import { IconButton } from "../primitives/button.tsx";
import { Icon } from "../primitives/icons.tsx";
import { useAdminUi } from "./plugin.tsx";
import { useCopyId } from "./user-menu.tsx";

/** Shows the start and the end of a long id, and copies all of it. */
export function ShortId({ id }: { readonly id: string }): ReactElement {
  const { users } = useAdminUi().texts;
  const copyId = useCopyId(id);
  return (
    <span className="lk-admin-id">
      <bdi className="lk-code lk-truncate" title={id}>
        {shorten(id)}
      </bdi>
      <IconButton label={users.copyId} size="small" icon={<Icon name="copy" />} onClick={() => void copyId()} />
    </span>
  );
}

const longId = 16;

/** The start and the end of a long id, which tell ids apart. */
function shorten(id: string): string {
  return id.length <= longId ? id : `${id.slice(0, 8)}…${id.slice(-4)}`;
}
