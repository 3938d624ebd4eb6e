/** The people who can sign in at the identity provider, and their attributes. */

/** A person, as the identity provider describes them. */
export interface IdentityPerson {
  readonly email: string;
  /** The name ID or `sub` claim. It identifies the person's account, so keep it the same. Default: the email. */
  readonly id?: string;
  readonly name?: string;
  /** The `groups` attribute or claim. */
  readonly groups?: readonly string[];
  /** Additional attributes or claims. */
  readonly attributes?: Readonly<Record<string, string | readonly string[]>>;
}

/** Returns all attributes of a person, except their id. */
export function attributesOf(person: IdentityPerson): Readonly<Record<string, string | readonly string[]>> {
  const { email, name, groups = [], attributes = {} } = person;
  return {
    email,
    ...(name ? { name } : {}),
    ...(groups.length > 0 ? { groups } : {}),
    ...attributes,
  };
}

/** Writes additional attributes as lines of `name=value`. A name with several values has several lines. */
export function linesOf({ attributes = {} }: IdentityPerson): string {
  return Object.entries(attributes)
    .flatMap(([name, value]) => [value].flat().map((one) => `${name}=${one}`))
    .join("\n");
}

/** Reads a person from the page's form. `null` without an email. */
export function readPerson(form: URLSearchParams): IdentityPerson | null {
  const field = (name: string): string => clean(form.get(name) ?? "");
  const email = field("email");
  if (email === "") return null;
  const groups = field("groups").split(",");
  const lines = (form.get("attributes") ?? "").split("\n").map(clean);
  return {
    email,
    id: field("id") || email,
    name: field("name"),
    groups: groups.map((group) => group.trim()).filter((group) => group !== ""),
    attributes: readLines(lines.filter((line) => line.includes("="))),
  };
}

function readLines(lines: readonly string[]): Readonly<Record<string, string | readonly string[]>> {
  const values = new Map<string, string[]>();
  for (const line of lines) {
    const [name, value] = [line.slice(0, line.indexOf("=")).trim(), line.slice(line.indexOf("=") + 1).trim()];
    if (name !== "") values.set(name, [...(values.get(name) ?? []), value]);
  }
  return Object.fromEntries([...values].map(([name, all]) => [name, all.length === 1 ? (all[0] ?? "") : all]));
}

/** XML can't contain control characters, not even escaped. */
function clean(text: string): string {
  return text.replace(/\p{Cc}/gu, " ").trim();
}
