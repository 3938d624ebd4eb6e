/** States of the primitives that open, such as menus and drawers. */

import {
  Button,
  Combobox,
  Drawer,
  Field,
  type Filter,
  FilterChips,
  Icon,
  IconButton,
  Menu,
  MenuItem,
  MenuSeparator,
  Popover,
  Row,
  Rows,
  Tooltip,
} from "@latchkey/ui";
import { bob, cleo, long } from "../fixtures/users.ts";
import type { Gallery } from "../state.ts";
import { one } from "./parts.tsx";

const noop = (): void => {};
const filters: readonly Filter[] = [
  {
    id: "status",
    label: "Status",
    multiple: true,
    selected: ["banned"],
    options: [{ value: "banned", label: "Banned" }],
  },
  { id: "role", label: "Role", selected: [], options: ["admin", "user"].map((value) => ({ value, label: value })) },
  { id: "created", label: "Created", selected: [], options: [] },
];

const people = [bob, cleo, long].map(({ id, name: label, email }) => ({ value: id, label, description: email }));

/** The gallery of the primitives that open. */
export const overlayPrimitives: Gallery = {
  Combobox: [
    one("open", <Combobox label="Add a member" options={people} onSelect={noop} />, bob.email, ({ type }) =>
      type("Add a member", "b"),
    ),
    one("empty", <Combobox label="Add a member" options={people} onSelect={noop} />, "No results.", ({ type }) =>
      type("Add a member", "zz"),
    ),
  ],
  Drawer: [
    one(
      "open",
      <Drawer open title="Impersonated Bob Marsh" text="March 10, 2026, 9:12 AM" onClose={noop}>
        <Rows>
          <Row label="Actor" value={cleo.name} />
          <Row label="Address" value="192.0.2.17" />
        </Rows>
      </Drawer>,
      "192.0.2.17",
    ),
  ],
  FilterChips: [
    one("active", <FilterChips filters={filters} onChange={noop} onClear={noop} />, "Status: Banned"),
    one("open", <FilterChips filters={filters} onChange={noop} onClear={noop} />, "admin", ({ click }) =>
      click("button", "Role"),
    ),
  ],
  MenuSeparator: [
    one(
      "open",
      <Menu trigger={<IconButton label="More" icon={<Icon name="ellipsis" />} />}>
        <MenuItem icon="pencil" onSelect={noop}>
          Rename
        </MenuItem>
        <MenuSeparator />
        <MenuItem icon="trash-2" tone="destructive" onSelect={noop}>
          Delete
        </MenuItem>
      </Menu>,
      "Delete",
      ({ click }) => click("button", "More"),
    ),
  ],
  Popover: [
    one(
      "open",
      <Popover label="Roles" trigger={<Button variant="secondary">Roles</Button>}>
        <Field label="Search" name="search" />
      </Popover>,
      "Search",
      ({ click }) => click("button", "Roles"),
    ),
  ],
  Tooltip: [
    one(
      "shown",
      <Tooltip text="Last active on March 10, 2026">
        <Button variant="secondary">2 hours ago</Button>
      </Tooltip>,
      "Last active",
      ({ tabAway }) => tabAway(),
    ),
  ],
};
