import { describe, expect, expectTypeOf, test } from "vitest";
import {
  authorize,
  createAccessControl,
  grantedPermissions,
  joinRoles,
  missingPermissions,
  type Permissions,
  type Role,
  roleNames,
} from "./access-control.ts";

const access = createAccessControl({ project: ["create", "share", "delete"], invoice: ["read"] });
const editor = access.newRole({ project: ["create", "share"] });
const clerk = access.newRole({ invoice: ["read"] });

const yes = { success: true, error: null };

describe("a role", () => {
  test("grants only the listed actions, and can require all of them or any of them", () => {
    expect(editor.authorize({ project: ["create"] })).toEqual(yes);
    expect(editor.authorize({ project: ["create", "share"] })).toEqual(yes);
    expect(editor.authorize({ project: ["create"], invoice: ["read"] }).success).toBe(false);
    expect(editor.authorize({ invoice: ["read"], project: ["create"] }, "OR")).toEqual(yes);
    expect(editor.authorize({ invoice: ["read"] }, "OR").success).toBe(false);
  });

  test("returns an error that names the denied resource", () => {
    const error = (asked: Permissions) => editor.authorize(asked).error;
    expect(error({ invoice: ["read"] })).toBe("You are not allowed to access resource: invoice");
    expect(error({ project: ["create", "delete"] })).toBe('unauthorized to access resource "project"');
    expect(error({})).toBe("Not authorized");
    expect(error({ project: [] })).toBe("Not authorized");
  });

  test("ignores property names that every object inherits", () => {
    expect(editor.authorize({ constructor: ["create"] } as Permissions).success).toBe(false);
    expect(authorize({}, JSON.parse('{"__proto__": ["create"]}')).success).toBe(false);
  });

  test("can only contain existing permissions", () => {
    expect(() => access.newRole({ projects: ["create"] } as never)).toThrow('"projects", which isn\'t a resource');
    expect(() => access.newRole({ project: ["burn"] } as never)).toThrow(
      '"burn" on "project", which isn\'t one of its actions',
    );
    // @ts-expect-error: no such action
    expect(() => access.newRole({ project: ["burn"] })).toThrow();
    // @ts-expect-error: no such resource
    expect(() => access.newRole({ projects: ["create"] })).toThrow();
    expectTypeOf(editor).toEqualTypeOf<
      Role<{ readonly project: readonly ["create", "share", "delete"]; readonly invoice: readonly ["read"] }>
    >();
  });
});

describe("several roles", () => {
  const roles = { editor, clerk };

  test("are stored in one string, without duplicates", () => {
    expect(joinRoles(["editor", " clerk", "editor"])).toBe("editor,clerk");
    expect(joinRoles("editor, clerk,")).toBe("editor,clerk");
    expect(roleNames("editor,clerk")).toEqual(["editor", "clerk"]);
    expect([roleNames(null), roleNames(""), roleNames(" , ")]).toEqual([[], [], []]);
  });

  test("grant every permission that any of the roles grants, and unknown names grant nothing", () => {
    const both = grantedPermissions(roles, ["editor", "clerk", "nobody", "constructor"]);
    expect(both).toEqual({ project: ["create", "share"], invoice: ["read"] });
    expect(authorize(both, { project: ["share"], invoice: ["read"] })).toEqual(yes);
    expect(grantedPermissions(roles, ["nobody"])).toEqual({});
  });

  test("are missing the permissions that none of the roles grants", () => {
    const own = grantedPermissions(roles, ["editor"]);
    expect(missingPermissions(own, { project: ["create", "delete"], invoice: ["read"] })).toEqual([
      "project:delete",
      "invoice:read",
    ]);
    expect(missingPermissions(own, { project: ["create"] })).toEqual([]);
  });
});
