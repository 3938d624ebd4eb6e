/** The username row on the account page. */

import { useAuthClient } from "@latchkey/react";
import { type ReactElement, useState } from "react";
import { Field } from "../primitives/field.tsx";
import { Row } from "../primitives/row.tsx";
import { textOf } from "../primitives/use-form.ts";
import { useAuthUi } from "../provider/context.ts";
import { useUiPlugin } from "../provider/plugin.ts";
import { useCapabilities } from "../provider/use-capabilities.ts";
import type { UsernameUi } from "./ui.ts";
import { useUsernameCheck } from "./use-username-check.ts";

/** The user fields of an app with usernames. */
interface UserWithUsername {
  readonly username: string | null;
  readonly displayUsername: string | null;
}

const fieldByErrorCode = {
  USERNAME_TOO_SHORT: "username",
  USERNAME_TOO_LONG: "username",
  INVALID_USERNAME: "username",
  INVALID_DISPLAY_USERNAME: "username",
  USERNAME_IS_ALREADY_TAKEN: "username",
};

/** Lets users add or change their username. It's shown the way they type it. */
export function UsernameRow(): ReactElement | null {
  const client = useAuthClient();
  const { account } = useAuthUi().texts;
  const { texts } = useUiPlugin<UsernameUi>("username", "usernameUi()");
  const capabilities = useCapabilities();
  const user = client.useSession().data?.user as UserWithUsername | undefined;
  if (capabilities && !capabilities.plugins.username) return null;
  const shown = user?.displayUsername ?? user?.username ?? "";
  return (
    <Row
      label={texts.label}
      value={shown ? <bdi>{shown}</bdi> : <span className="lk-muted">{account.notSet}</span>}
      {...(shown ? {} : { edit: account.add })}
      path="/update-user"
      inline={{
        fields: (errors) => <UsernameField current={shown} error={errors.username} />,
        save: (values) => {
          const username = textOf(values, "username").trim();
          // An unchanged username needs no request.
          if (username === shown) return Promise.resolve({ error: null });
          const changes: Readonly<Record<string, string>> = { username, displayUsername: username };
          return client.updateUser(changes);
        },
        fieldByErrorCode,
      }}
    />
  );
}

function UsernameField({ current, error }: { readonly current: string; readonly error: string | undefined }) {
  const { texts } = useUiPlugin<UsernameUi>("username", "usernameUi()");
  const [typed, setTyped] = useState(current);
  const check = useUsernameCheck(typed, current);
  return (
    <Field
      label={texts.label}
      hideLabel
      name="username"
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={255}
      required
      defaultValue={current}
      onChange={(event) => setTyped(event.currentTarget.value)}
      hint={check.hint}
      liveHint
      error={error ?? check.problem}
    />
  );
}
