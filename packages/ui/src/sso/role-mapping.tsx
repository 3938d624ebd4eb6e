/** The dialog that decides which roles an identity provider assigns. */

import type { SsoProvider } from "@latchkey/sso";
import { type ReactElement, type RefObject, useRef, useState } from "react";
import type { Membership } from "../organization/use-membership.ts";
import { useGrantableRoles, useRoleList } from "../organization/use-roles.ts";
import { Button } from "../primitives/button.tsx";
import { Checkbox } from "../primitives/checkbox.tsx";
import { Field } from "../primitives/field.tsx";
import { FormDialog } from "../primitives/form-dialog.tsx";
import { Icon } from "../primitives/icons.tsx";
import { SelectField, type SelectOption } from "../primitives/select-field.tsx";
import { textOf, useForm } from "../primitives/use-form.ts";
import { useAuthUi } from "../provider/context.ts";
import { errorText, fill } from "../texts/texts.ts";
import { useSsoClient, useSsoUi } from "./ui.ts";

/** Props for `RoleMappingDialog`. */
export interface RoleMappingDialogProps {
  readonly provider: SsoProvider;
  readonly membership: Membership;
  readonly returnFocusTo: RefObject<HTMLElement | null>;
  onSaved(): void;
  onClose(): void;
}

type Rule = NonNullable<SsoProvider["roleMapping"]>[number];

/** A rule, with a key that stays the same when other rules are removed. */
interface Draft extends Rule {
  readonly key: number;
}

/** Asks for the rules, the role to assign if none of them matches, and whether sign-ins update roles. */
export function RoleMappingDialog(props: RoleMappingDialogProps): ReactElement {
  const { provider, membership, returnFocusTo, onSaved, onClose } = props;
  const client = useSsoClient();
  const { texts } = useAuthUi();
  const words = useSsoUi().texts.roles;
  const stored = provider.roleMapping ?? [];
  const [rules, setRules] = useState<readonly Draft[]>(() => stored.map((rule, key) => ({ ...rule, key })));
  const lastKey = useRef(stored.length);
  const addButton = useRef<HTMLButtonElement>(null);
  const grantable = useGrantableRoles(membership);
  const optionsOf = useRoleOptions(grantable);
  const form = useForm(async (values) => {
    const read = (name: string, key: number): string => textOf(values, `${name}-${key}`).trim();
    const { error } = await client.sso.updateProvider({
      providerId: provider.providerId,
      roleMapping: rules.map(({ key }) => ({
        claim: read("claim", key),
        equals: read("equals", key),
        role: read("role", key),
      })),
      defaultRole: textOf(values, "defaultRole"),
      syncRoles: values.get("syncRoles") !== null,
    });
    if (!error) onSaved();
    if (error?.code !== "SSO_ROLE_NOT_ALLOWED") return { error };
    // The server doesn't say which role it rejected. If all of them are on the list, the message is at the top.
    const fields = [...rules.map(({ key }) => `role-${key}`), "defaultRole"];
    const rejected = fields.filter((name) => grantable.every(({ value }) => value !== textOf(values, name)));
    if (rejected.length === 0) return { error };
    return { error, invalid: Object.fromEntries(rejected.map((name) => [name, errorText(texts, error)])) };
  });
  const add = (): void => {
    lastKey.current++;
    setRules([...rules, { key: lastKey.current, claim: rules.at(-1)?.claim ?? "groups", equals: "", role: "" }]);
  };
  const remove = (key: number): void => {
    setRules(rules.filter((rule) => rule.key !== key));
    // The button that was pressed is gone.
    addButton.current?.focus();
  };
  return (
    <FormDialog
      open
      wide
      title={fill(words.title, { name: provider.name })}
      text={words.text}
      submit={texts.save}
      busy={form.busy}
      problem={form.problem}
      edited={rules.length !== stored.length}
      returnFocusTo={returnFocusTo}
      onSubmit={form.onSubmit}
      onClose={onClose}
    >
      {rules.map((rule, index) => (
        <RuleFields
          key={rule.key}
          rule={rule}
          number={index + 1}
          protocol={provider.type}
          options={optionsOf(rule.role)}
          errors={form.fieldErrors}
          onRemove={() => remove(rule.key)}
        />
      ))}
      <div>
        <Button ref={addButton} variant="secondary" size="small" icon={<Icon name="plus" />} onClick={add}>
          {words.add}
        </Button>
      </div>
      <SelectField
        label={words.otherwise}
        name="defaultRole"
        options={optionsOf(provider.defaultRole)}
        defaultValue={provider.defaultRole}
        error={form.fieldErrors.defaultRole}
      />
      <Checkbox name="syncRoles" label={words.sync} defaultChecked={provider.syncRoles} />
    </FormDialog>
  );
}

/** Returns the roles to choose from, including the current one, which someone else might have chosen. */
function useRoleOptions(roles: readonly SelectOption[]): (current: string) => readonly SelectOption[] {
  const listRoles = useRoleList();
  return (current) =>
    current === "" || roles.some(({ value }) => value === current)
      ? roles
      : [...roles, { value: current, label: listRoles(current) }];
}

interface RuleFieldsProps {
  readonly rule: Draft;
  readonly number: number;
  readonly protocol: SsoProvider["type"];
  readonly options: readonly SelectOption[];
  readonly errors: Readonly<Record<string, string>>;
  onRemove(): void;
}

function RuleFields({ rule, number, protocol, options, errors, onRemove }: RuleFieldsProps): ReactElement {
  const words = useSsoUi().texts.roles;
  const plain = {
    autoComplete: "off",
    autoCapitalize: "none",
    spellCheck: false,
    dir: "auto",
    maxLength: 255,
  } as const;
  const { key } = rule;
  const title = fill(words.rule, { number: String(number) });
  return (
    <fieldset className="lk-scopes">
      <legend className="lk-hidden">{title}</legend>
      <div className="lk-device-name">
        <span className="lk-label">{title}</span>
        <Button
          variant="ghost"
          size="small"
          icon={<Icon name="x" />}
          aria-label={fill(words.remove, { number: String(number) })}
          onClick={onRemove}
        />
      </div>
      <div className="lk-tiles">
        <Field
          {...plain}
          label={words.claims[protocol]}
          name={`claim-${key}`}
          required
          defaultValue={rule.claim}
          error={errors[`claim-${key}`]}
        />
        <Field
          {...plain}
          label={words.value}
          name={`equals-${key}`}
          required
          defaultValue={rule.equals}
          error={errors[`equals-${key}`]}
        />
      </div>
      <SelectField
        label={words.role}
        name={`role-${key}`}
        options={options}
        defaultValue={rule.role}
        error={errors[`role-${key}`]}
      />
    </fieldset>
  );
}
