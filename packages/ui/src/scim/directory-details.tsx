/** A directory's URL, tokens, groups, and recent requests. */

import type { ScimConnectionWithTokens } from "@latchkey/scim";
import type { ReactElement } from "react";
import type { Membership } from "../organization/use-membership.ts";
import { CopyValues } from "../primitives/copy-values.tsx";
import { Drawer } from "../primitives/drawer.tsx";
import { GroupList } from "./group-list.tsx";
import { RequestLog } from "./request-log.tsx";
import { TokenList } from "./token-list.tsx";
import { useScimUi } from "./ui.ts";

/** Props for `DirectoryDetails`. */
export interface DirectoryDetailsProps {
  /** `null` if the panel is closed. */
  readonly connection: ScimConnectionWithTokens | null;
  /** Decides which roles groups can get. If it's `null`, groups are read-only. */
  readonly membership: Membership | null;
  readonly canUpdate: boolean;
  /** Whether a token is being created. */
  readonly busy: boolean;
  /** Why no token could be created. */
  readonly problem: string | null;
  /** Creates the first token, or asks whether to replace the others. */
  onCreateToken(): void;
  /** Runs after a token was revoked. */
  onChanged(): void;
  onClose(): void;
}

/** A panel with everything about a directory. */
export function DirectoryDetails(props: DirectoryDetailsProps): ReactElement {
  const { connection, membership, canUpdate, busy, problem, onCreateToken, onChanged, onClose } = props;
  const words = useScimUi().texts;
  return (
    <Drawer open={connection !== null} title={connection?.name ?? words.title} onClose={onClose}>
      {connection ? (
        <div className="lk-audit-drawer">
          <CopyValues values={[{ label: words.baseUrl, value: connection.baseURL, copy: words.copyUrl }]} />
          <TokenList
            tokens={connection.tokens}
            canUpdate={canUpdate}
            busy={busy}
            problem={problem}
            onCreate={onCreateToken}
            onRevoked={onChanged}
          />
          <GroupList connectionId={connection.id} membership={canUpdate ? membership : null} />
          <RequestLog connectionId={connection.id} />
        </div>
      ) : null}
    </Drawer>
  );
}
