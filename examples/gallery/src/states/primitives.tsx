/** States of the primitives. */

import {
  Alert,
  Avatar,
  Button,
  Card,
  Checkbox,
  CodeField,
  ConfirmDialog,
  CopyButton,
  DataTable,
  DeviceRow,
  Email,
  en,
  Field,
  FormDialog,
  Menu,
  MenuItem,
  Pager,
  PasswordField,
  ProviderMark,
  QrCode,
  SearchField,
  SelectField,
} from "@latchkey/ui";
import type { ReactElement } from "react";
import { bob, cleo, long, picture, sessions } from "../fixtures/users.ts";
import type { Gallery, State } from "../state.ts";
import { one } from "./parts.tsx";

const noop = (): void => {};

interface Person {
  readonly id: string;
  readonly name: string;
  readonly email: string;
}
const columns = [
  { id: "name", title: "Name", sortable: true, cell: ({ name }: Person) => name },
  { id: "email", title: "Email", cell: ({ email }: Person) => <Email value={email} /> },
];
const table = { caption: "People", columns, rowKey: ({ id }: Person) => id, empty: "No people match your search." };
const selection = { keys: new Set<string>(), label: ({ name }: Person) => `Select ${name}`, onChange: noop };
const sorting = { by: "name", direction: "asc" } as const;
/** A table has the width of its card. */
const inTable = (name: string, children: ReactElement, expectedText: string): State => ({
  name,
  element: (
    <Card wide title="People">
      {children}
    </Card>
  ),
  expectedText,
});
const choices = [
  { value: "a", label: "Nothing else" },
  { value: "b", label: "Something that takes many more words to say" },
];
const marks = ["github", "google", "apple", "microsoft", "discord", "gitlab", "linkedin", "nobody-knows"];
const uri = "otpauth://totp/Acme:ann%40example.com?secret=JBSWY3DPEHPK3PXP&issuer=Acme";
const [, phone, unknown] = sessions.map((session) => ({ ...session, createdAt: new Date(session.createdAt) }));

export const primitives: Gallery = {
  Alert: [
    one(
      "both",
      [
        <Alert key="e" tone="error">
          Too many attempts. Wait a moment and try again.
        </Alert>,
        <Alert key="s" tone="success">
          Your profile is saved.
        </Alert>,
      ],
      "saved",
    ),
    one("long", <Alert tone="error">{`${long.email} is taken.`}</Alert>, "is taken"),
  ],
  Avatar: [
    one(
      "initials",
      [<Avatar key="1" name={bob.name} image={null} />, <Avatar key="2" size="large" name={cleo.name} image={null} />],
      "Parts",
    ),
    one(
      "picture",
      [
        <Avatar key="1" name={bob.name} image={picture} />,
        <Avatar key="2" size="large" name={cleo.name} image={picture} />,
      ],
      "Parts",
    ),
  ],
  Button: [
    one(
      "looks",
      [
        <Button key="p">Save</Button>,
        <Button key="q" variant="secondary">
          Cancel
        </Button>,
        <Button key="d" variant="destructive">
          Delete
        </Button>,
      ],
      "Delete",
    ),
    one(
      "busy",
      [
        <Button key="p" busy>
          Save
        </Button>,
        <Button key="q" variant="secondary" busy>
          Cancel
        </Button>,
        <Button key="d" variant="destructive" busy>
          Delete
        </Button>,
      ],
      "(busy)",
    ),
    one(
      "blocked",
      [
        <Button key="p" blocked>
          Save
        </Button>,
        <Button key="q" variant="secondary" blocked>
          Cancel
        </Button>,
        <Button key="d" variant="destructive" blocked>
          Delete
        </Button>,
      ],
      "Delete",
    ),
    one("focused", <Button>Save</Button>, "Save", ({ tabAway }) => tabAway()),
  ],
  Card: [
    {
      name: "plain",
      element: (
        <Card title="A card" subtitle="And what it is about.">
          Its content.
        </Card>
      ),
      expectedText: "Its content.",
    },
    {
      name: "footer",
      element: (
        <Card wide title="A card" footer="A footer">
          Its content.
        </Card>
      ),
      expectedText: "A footer",
    },
    {
      name: "long",
      element: (
        <Card title={long.name} subtitle={long.email}>
          Its content.
        </Card>
      ),
      expectedText: long.email,
    },
  ],
  Checkbox: [
    one(
      "all",
      [
        <Checkbox key="1" name="a" label="Off" />,
        <Checkbox key="2" name="b" label="On" defaultChecked />,
        <Checkbox key="3" name="c" label="Not to be changed" disabled />,
      ],
      "Not to be changed",
    ),
  ],
  CodeField: [
    one("digits", <CodeField label="Code" name="code" length={6} />, "Code"),
    one("letters", <CodeField label="Backup code" name="code" kind="letters" length={11} />, "Backup code"),
    one(
      "error",
      <CodeField label="Code" name="code" length={6} error="That code is incorrect or has expired. Try a new one." />,
      "That code is incorrect or has expired. Try a new one.",
    ),
  ],
  ConfirmDialog: [
    one(
      "closed",
      <ConfirmDialog
        trigger={<Button>Delete</Button>}
        title="Delete it?"
        text="You can't undo this."
        confirm="Delete"
        onConfirm={noop}
      />,
      "Delete",
    ),
    one(
      "open",
      <ConfirmDialog
        trigger={<Button>Delete…</Button>}
        title="Delete it?"
        text="You can't undo this."
        confirm="Delete"
        onConfirm={noop}
      />,
      "Delete it?",
      ({ click }) => click("button", "Delete…"),
    ),
  ],
  CopyButton: [one("resting", <CopyButton text="abc">Copy</CopyButton>, "Copy")],
  DataTable: [
    inTable("filled", <DataTable {...table} rows={[bob, cleo]} sorting={sorting} onSort={noop} />, bob.email),
    inTable("long", <DataTable {...table} rows={[long]} sorting={sorting} onSort={noop} />, long.email),
    inTable("empty", <DataTable {...table} rows={[]} />, "No people match your search."),
    inTable("loading", <DataTable {...table} rows={null} busy />, "(busy)"),
    inTable("busy", <DataTable {...table} rows={[bob, cleo]} busy />, "(busy)"),
    {
      ...inTable(
        "keys",
        <DataTable {...table} rows={[bob, cleo]} selection={selection} onOpen={noop} hasSearchKey />,
        en.tableKeys.title,
      ),
      play: async ({ click, press }) => {
        await click("row", new RegExp(bob.name));
        await press("?");
      },
    },
  ],
  Email: [one("long", <Email value={long.email} />, long.email)],
  Field: [
    one("plain", <Field label="Name" name="name" hint="As others see it." />, "As others see it."),
    one("error", <Field label="Name" name="name" error="This field is required." />, "This field is required."),
    one(
      "disabled",
      [
        <Field key="d" label="Name" name="name" disabled defaultValue="Bob" />,
        <Field key="r" label="Email" name="email" readOnly defaultValue={long.email} />,
      ],
      "Bob",
    ),
    one("focused", <Field label="Name" name="name" />, "Name", ({ tabAway }) => tabAway()),
  ],
  FormDialog: ["primary", "destructive"].map((look) => ({
    name: look,
    element: (
      <FormDialog
        open
        title="A question"
        text="And what it is about."
        submit="Do it"
        variant={look as "primary"}
        busy={false}
        problem={look === "destructive" ? "You don't have permission to do this." : null}
        onSubmit={noop}
        onClose={noop}
      >
        <Field label="Name" name="name" />
      </FormDialog>
    ),
    expectedText: "And what it is about.",
  })),
  Menu: [
    one(
      "open",
      <Menu trigger={<Button variant="secondary">More</Button>}>
        <MenuItem onSelect={noop}>Rename</MenuItem>
      </Menu>,
      "Rename",
      ({ click }) => click("button", "More"),
    ),
  ],
  MenuItem: [
    one(
      "looks",
      <Menu trigger={<Button variant="secondary">More</Button>}>
        <MenuItem onSelect={noop}>Rename</MenuItem>
        <MenuItem disabled onSelect={noop}>
          Move
        </MenuItem>
        <MenuItem tone="destructive" onSelect={noop}>
          Delete
        </MenuItem>
      </Menu>,
      "Move",
      ({ click }) => click("button", "More"),
    ),
  ],
  Pager: [
    one("first", <Pager summary="1–20 of 412" onNext={noop} />, "1–20 of 412"),
    one("middle", <Pager summary="21–40 of 412" onPrevious={noop} onNext={noop} />, "21–40 of 412"),
  ],
  PasswordField: [
    one("hidden", <PasswordField label="Password" name="password" defaultValue="correct horse battery" />, "Password"),
    one(
      "shown",
      <PasswordField label="Password" name="password" defaultValue="correct horse battery" />,
      "Hide password",
      ({ click }) => click("button", "Show password"),
    ),
  ],
  ProviderMark: [
    one(
      "some",
      marks.map((id) => (
        <span key={id}>
          <ProviderMark id={id} name={id} /> {id}
        </span>
      )),
      "nobody-knows",
    ),
  ],
  QrCode: [one("plain", <QrCode value={uri} label="QR code" />, "QR code")],
  SearchField: [
    one("empty", <SearchField label="Search by name" value="" onSearch={noop} />, "Search by name"),
    one("filled", <SearchField label="Search by name" value={long.name} onSearch={noop} />, long.name),
  ],
  SelectField: [one("plain", <SelectField label="State" options={choices} defaultValue="b" name="state" />, "State")],
  DeviceRow: [
    one(
      "some",
      <ul className="lk-rows">
        {phone ? <DeviceRow userAgent={phone.userAgent} used="Active now" badge="This device" /> : null}
        {unknown ? (
          <DeviceRow
            userAgent={unknown.userAgent}
            used="Active 2 days ago"
            warning="An admin is impersonating you here"
          />
        ) : null}
      </ul>,
      "An admin is impersonating you here",
    ),
  ],
};
