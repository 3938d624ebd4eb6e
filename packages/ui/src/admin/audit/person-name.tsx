/** A user in the audit log. */

import type { AuditRecord } from "@latchkey/admin";
import type { ReactElement } from "react";
import { Sentence } from "../../primitives/sentence.tsx";
import { useAuthUi } from "../../provider/context.ts";
import { nameOf } from "../client.ts";
import { useAdminUi } from "../plugin.tsx";
import { isUnknownActor } from "./describe.ts";

/** The users that the entries mention, by id. Deleted ones are missing. */
export type People = Readonly<Record<string, { readonly name: string; readonly email: string }>>;

/** Props for `PersonName`. */
export interface PersonNameProps {
  readonly id: string;
  readonly people: People;
}

/** A link to the user. For a deleted user, only the id is left. */
export function PersonName({ id, people }: PersonNameProps): ReactElement {
  const { Link } = useAuthUi();
  const { texts, path } = useAdminUi();
  const person = Object.hasOwn(people, id) ? people[id] : undefined;
  if (!person) {
    return (
      <span className="lk-muted" title={id}>
        <Sentence
          text={texts.audit.deleted}
          values={{
            id: (
              <bdi className="lk-name" dir="ltr">
                {id.slice(0, 8)}
              </bdi>
            ),
          }}
        />
      </span>
    );
  }
  return (
    <Link href={`${path}/users/${id}`} className="lk-person-link">
      <bdi className="lk-name" title={person.email}>
        {nameOf(person)}
      </bdi>
    </Link>
  );
}

/** Who acted: a user, an admin as that user, or the app itself. */
export function Actor({ record, people }: { readonly record: AuditRecord; readonly people: People }): ReactElement {
  const { audit } = useAdminUi().texts;
  const { actorId, onBehalfOf } = record;
  if (actorId === null) return <>{isUnknownActor(record) ? audit.unknown : audit.app}</>;
  const actor = <PersonName id={actorId} people={people} />;
  if (onBehalfOf === null) return actor;
  return <Sentence text={audit.onBehalf} values={{ admin: <PersonName id={onBehalfOf} people={people} />, actor }} />;
}
