/** The attributes of users and groups. RFC 7643, sections 4 and 8.7. */

/** A JSON object. */
export type Json = Readonly<Record<string, unknown>>;

/** URN of the user schema. */
export const userSchema = "urn:ietf:params:scim:schemas:core:2.0:User";
/** URN of the group schema. */
export const groupSchema = "urn:ietf:params:scim:schemas:core:2.0:Group";
/** URN of the enterprise extension of users. */
export const enterpriseSchema = "urn:ietf:params:scim:schemas:extension:enterprise:2.0:User";

/** An attribute, as `/Schemas` describes it. */
export interface Attribute {
  readonly name: string;
  readonly type: "string" | "boolean" | "complex" | "reference" | "dateTime";
  readonly multiValued: boolean;
  readonly description: string;
  readonly required: boolean;
  readonly caseExact: boolean;
  readonly mutability: "readOnly" | "readWrite" | "immutable" | "writeOnly";
  readonly returned: "always" | "default" | "never";
  readonly uniqueness: "none" | "server";
  readonly subAttributes?: readonly Attribute[];
}

type Overrides = Partial<Omit<Attribute, "name" | "description">>;

function attribute(name: string, description: string, overrides: Overrides = {}): Attribute {
  return {
    name,
    type: "string",
    multiValued: false,
    description,
    required: false,
    caseExact: false,
    mutability: "readWrite",
    returned: "default",
    uniqueness: "none",
    ...overrides,
  };
}

function complex(name: string, description: string, subAttributes: readonly Attribute[], overrides: Overrides = {}) {
  return attribute(name, description, { type: "complex", subAttributes, ...overrides });
}

/** Returns a multi-valued attribute. Each can have a type and a label, and be primary. */
function values(name: string, description: string, value: Overrides = {}): Attribute {
  const parts = [
    attribute("value", "The value.", value),
    attribute("display", "A label for the value."),
    attribute("type", "What the value is for, such as work or home."),
    attribute("primary", "Whether it's the preferred value.", { type: "boolean" }),
  ];
  return complex(name, description, parts, { multiValued: true });
}

const caseExact = { caseExact: true } as const;
const readOnly = { mutability: "readOnly" } as const;

const meta = complex(
  "meta",
  "Metadata of the resource.",
  [
    attribute("resourceType", "User or Group.", { ...readOnly, ...caseExact }),
    attribute("created", "When it was created.", { ...readOnly, type: "dateTime" }),
    attribute("lastModified", "When it was last changed.", { ...readOnly, type: "dateTime" }),
    attribute("location", "Its URL.", { ...readOnly, ...caseExact, type: "reference" }),
    attribute("version", "Its version, as in the ETag header.", { ...readOnly, ...caseExact }),
  ],
  readOnly,
);

/** The attributes that every resource has. */
export const commonAttributes: readonly Attribute[] = [
  attribute("id", "The id.", { ...readOnly, ...caseExact, returned: "always", uniqueness: "server" }),
  attribute("externalId", "The id in the directory.", caseExact),
  meta,
];

/** Attributes of the user schema. */
export const userAttributes: readonly Attribute[] = [
  attribute("userName", "The name that identifies the user in the directory.", {
    required: true,
    uniqueness: "server",
  }),
  complex("name", "The parts of the user's name.", [
    attribute("formatted", "The full name."),
    attribute("familyName", "The last name."),
    attribute("givenName", "The first name."),
    attribute("middleName", "The middle name."),
    attribute("honorificPrefix", "A title before the name."),
    attribute("honorificSuffix", "A suffix after the name."),
  ]),
  attribute("displayName", "The name to show."),
  attribute("nickName", "The casual name."),
  attribute("profileUrl", "URL of a profile page.", { type: "reference", ...caseExact }),
  attribute("title", "The job title."),
  attribute("userType", "The relationship to the company, such as Employee."),
  attribute("preferredLanguage", "The preferred language."),
  attribute("locale", "The locale, such as en-US."),
  attribute("timezone", "The time zone, such as Europe/Berlin."),
  attribute("active", "Whether the user has access.", { type: "boolean" }),
  attribute("password", "Accepted but ignored, because users set their own passwords.", {
    mutability: "writeOnly",
    returned: "never",
    ...caseExact,
  }),
  values("emails", "Email addresses. The primary one is the user's email."),
  values("phoneNumbers", "Phone numbers."),
  values("ims", "Instant messaging addresses."),
  values("photos", "URLs of photos.", { type: "reference", ...caseExact }),
  complex(
    "addresses",
    "Postal addresses.",
    [
      attribute("formatted", "The full address."),
      attribute("streetAddress", "The street."),
      attribute("locality", "The city."),
      attribute("region", "The state or region."),
      attribute("postalCode", "The postal code."),
      attribute("country", "The country code."),
      attribute("type", "What the address is for, such as work or home."),
      attribute("primary", "Whether it's the preferred address.", { type: "boolean" }),
    ],
    { multiValued: true },
  ),
  complex(
    "groups",
    "The groups that the user is in.",
    [
      attribute("value", "The group's id.", { ...readOnly, ...caseExact }),
      attribute("$ref", "The group's URL.", { ...readOnly, ...caseExact, type: "reference" }),
      attribute("display", "The group's name.", readOnly),
      attribute("type", "Always direct.", readOnly),
    ],
    { multiValued: true, ...readOnly },
  ),
  values("entitlements", "Entitlements. They're stored but have no effect."),
  values("roles", "Roles in the directory. They're stored but have no effect, because roles come from mapped groups."),
  values("x509Certificates", "Certificates.", caseExact),
];

/** Attributes of the enterprise extension. */
export const enterpriseAttributes: readonly Attribute[] = [
  attribute("employeeNumber", "The employee number."),
  attribute("costCenter", "The cost center."),
  attribute("organization", "The organization's name."),
  attribute("division", "The division."),
  attribute("department", "The department."),
  complex("manager", "The manager.", [
    attribute("value", "The manager's id.", caseExact),
    attribute("$ref", "The manager's URL.", { ...caseExact, type: "reference" }),
    attribute("displayName", "The manager's name.", readOnly),
  ]),
];

/** Attributes of the group schema. */
export const groupAttributes: readonly Attribute[] = [
  attribute("displayName", "The group's name.", { required: true, uniqueness: "server" }),
  complex(
    "members",
    "The users in the group.",
    [
      attribute("value", "The user's id.", { mutability: "immutable", ...caseExact }),
      attribute("$ref", "The user's URL.", { mutability: "immutable", ...caseExact, type: "reference" }),
      attribute("display", "The user's name.", readOnly),
      attribute("type", "Always User.", { mutability: "immutable" }),
    ],
    { multiValued: true },
  ),
];

/** The attributes of a resource type. Attributes without a URN belong to its own schema. */
export interface ResourceSchema {
  readonly type: "User" | "Group";
  readonly urn: string;
  readonly attributes: readonly Attribute[];
  /** Attributes by the URN of their extension. */
  readonly extensions: Readonly<Record<string, readonly Attribute[]>>;
}

/** The user resource. */
export const userResource: ResourceSchema = {
  type: "User",
  urn: userSchema,
  attributes: [...commonAttributes, ...userAttributes],
  extensions: { [enterpriseSchema]: enterpriseAttributes },
};

/** The group resource. */
export const groupResource: ResourceSchema = {
  type: "Group",
  urn: groupSchema,
  attributes: [...commonAttributes, ...groupAttributes],
  extensions: {},
};

/** Finds an attribute by its name, ignoring case. RFC 7643, section 2.1. */
export function findAttribute(attributes: readonly Attribute[], name: string): Attribute | null {
  const wanted = name.toLowerCase();
  return attributes.find((one) => one.name.toLowerCase() === wanted) ?? null;
}

/** Returns the known extension with this URN, ignoring case, or `null`. */
export function findExtension({ extensions }: ResourceSchema, urn: string): string | null {
  const wanted = urn.toLowerCase();
  return Object.keys(extensions).find((one) => one.toLowerCase() === wanted) ?? null;
}

/** Whether a value is a JSON object. */
export function isObject(value: unknown): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
