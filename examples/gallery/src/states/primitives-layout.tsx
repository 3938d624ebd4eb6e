/** States of the primitives that lay out pages. */

import {
  Badge,
  Button,
  Card,
  Email,
  EmailListField,
  EmptyState,
  ErrorPanel,
  en,
  Field,
  Icon,
  IconButton,
  type IconName,
  ImageField,
  Loading,
  Person,
  Row,
  RowGroup,
  Rows,
  Screen,
  Section,
  SectionNav,
  SelectionBar,
  SettingsLayout,
  Skeleton,
  Stack,
  Status,
  useToast,
} from "@latchkey/ui";
import { type ReactElement, type ReactNode, useState } from "react";
import { bob, long } from "../fixtures/users.ts";
import type { Gallery, State } from "../state.ts";
import { one } from "./parts.tsx";

const noop = (): void => {};
const page = (name: string, element: ReactElement, expectedText: string, play?: State["play"]): State => ({
  name,
  element,
  expectedText,
  wide: true,
  ...(play ? { play } : {}),
});

const icons: readonly IconName[] = ["key-round", "users", "shield", "credit-card", "log-out", "trash-2", "fingerprint"];
const items = [
  { id: "profile", title: "Profile", href: "#profile", icon: "user" },
  { id: "security", title: "Security", href: "#security", icon: "shield" },
  { id: "accounts", title: "Connected accounts", href: "#accounts", icon: "link" },
  { id: "organizations", title: "Organizations", href: "#organizations", icon: "building-2", count: 3 },
  { id: "billing", title: "Billing", href: "#billing", icon: "credit-card" },
] as const;
const nav = { label: "Account", items, current: "profile" };

const name = {
  fields: (errors: Readonly<Record<string, string>>) => (
    <Field label="Name" hideLabel name="name" defaultValue={bob.name} error={errors.name} />
  ),
  save: async () => ({ error: null }),
};

function ProfileRows({ person = bob }: { readonly person?: typeof bob }): ReactElement {
  return (
    <Rows>
      <Row label="Name" value={<bdi>{person.name}</bdi>} inline={name} />
      <Row
        label="Email"
        value={
          <>
            <Email value={person.email} /> <Badge tone="warning">Unverified</Badge>
          </>
        }
        hint="Verify your email to join organizations."
        actions={
          <Button variant="ghost" size="small">
            Send link
          </Button>
        }
        dialog={() => null}
      />
      <Row label="Password" value="Changed 3 months ago" edit="Change" dialog={() => null} />
    </Rows>
  );
}

const settings = (children: ReactNode): ReactElement => (
  <SettingsLayout title="Account" nav={nav}>
    <Section title="Profile" text="Your name and how to reach you.">
      {children}
    </Section>
    <Section title="Danger zone">
      <Rows>
        <Row
          label="Delete account"
          value="Permanently delete your account and all of its data."
          actions={
            <Button variant="destructive" size="small">
              Delete account
            </Button>
          }
        />
      </Rows>
    </Section>
  </SettingsLayout>
);

function Emails({ start }: { readonly start: readonly string[] }): ReactElement {
  const [emails, setEmails] = useState(start);
  return <EmailListField label="Emails" emails={emails} onChange={setEmails} />;
}

function Toaster(): ReactElement {
  const toast = useToast();
  const show = (): void => {
    toast({ text: "Invitation sent to ann@example.com." });
    toast({ text: "Bob Marsh is now an Admin.", onUndo: noop });
  };
  return <Button onClick={show}>Save</Button>;
}

const serverError = { code: "INTERNAL_SERVER_ERROR", message: "", details: { requestId: "req_8fK2" } };

export const layoutPrimitives: Gallery = {
  Badge: [
    one(
      "tones",
      (["neutral", "primary", "success", "warning", "destructive"] as const).map((tone) => (
        <Badge key={tone} tone={tone}>
          {tone}
        </Badge>
      )),
      "warning",
    ),
  ],
  Status: [
    one(
      "tones",
      [
        <Status key="1" tone="success">
          Active
        </Status>,
        <Status key="2">Unverified</Status>,
      ],
      "Active",
    ),
  ],
  EmailListField: [
    one("empty", <Emails start={[]} />, "0 of 50"),
    one("bad", <Emails start={[bob.email, "nobody", long.email]} />, "Remove or fix the invalid emails."),
  ],
  EmptyState: [
    one("plain", <EmptyState title="No users match your search." />, "No users match"),
    one(
      "first",
      <EmptyState
        icon="building-2"
        title="No organizations yet"
        text="Create one to work together with others."
        action={<Button>Create organization</Button>}
      />,
      "Create organization",
    ),
  ],
  ErrorPanel: [one("server", <ErrorPanel error={serverError} onRetry={noop} />, "req_8fK2")],
  Icon: [
    one(
      "some",
      icons.map((icon) => <Icon key={icon} name={icon} />),
      "Parts",
    ),
  ],
  IconButton: [one("plain", <IconButton label="More" icon={<Icon name="ellipsis" />} />, "More")],
  ImageField: [one("read-only", <ImageField name={bob.name} image={null} kind="user" onChange={noop} />, "Parts")],
  Person: [
    one(
      "some",
      [
        <Person key="1" name={bob.name} image={null} detail={bob.email} badge={<Badge>You</Badge>} href="#bob" />,
        <Person key="2" name={long.name} image={null} detail={long.email} badge={<Badge>You</Badge>} />,
      ],
      "You",
    ),
  ],
  Row: [
    page("open", settings(<ProfileRows />), "Save", ({ click }) => click("button", "Edit Name")),
    one(
      "alone",
      <Row label="Name" value={bob.name} error="This name is taken." inline={name} />,
      "This name is taken.",
    ),
  ],
  RowGroup: [
    one(
      "plain",
      <RowGroup>
        <ProfileRows />
      </RowGroup>,
      "Change",
    ),
  ],
  Rows: [
    page(
      "plain",
      <Screen>
        <ProfileRows person={long} />
      </Screen>,
      "Change",
    ),
  ],
  Screen: [
    page(
      "plain",
      <Screen>
        <ProfileRows />
      </Screen>,
      "Change",
    ),
    {
      ...page(
        "offline",
        <Screen>
          <ProfileRows />
        </Screen>,
        en.offline,
      ),
      isOffline: true,
    },
  ],
  Section: [
    page(
      "actions",
      <Screen>
        <Section title="Members" actions={<Button>Invite members</Button>}>
          <ProfileRows />
        </Section>
      </Screen>,
      "Invite members",
    ),
  ],
  SectionNav: [
    one(
      "strip",
      <SectionNav
        {...nav}
        items={items.map((item) => ({ ...item, href: `/account/${item.id}` }))}
        current="organizations"
      />,
      "Organizations",
    ),
  ],
  SelectionBar: [
    one(
      "two",
      <SelectionBar count={2} onClear={noop}>
        <Button variant="secondary" size="small">
          Set role
        </Button>
      </SelectionBar>,
      "2 selected",
    ),
  ],
  SettingsLayout: [
    page("plain", settings(<ProfileRows />), "Danger zone"),
    page("long", settings(<ProfileRows person={long} />), "Danger zone"),
    page("toasts", settings(<Toaster />), "Undo", ({ click }) => click("button", "Save")),
  ],
  Loading: [
    one(
      "pending",
      <Loading pending skeleton={<Skeleton width="240px" />}>
        never
      </Loading>,
      "Parts",
    ),
  ],
  Skeleton: [one("some", [<Skeleton key="1" round />, <Skeleton key="2" width="240px" />], "Parts")],
  Stack: [
    page(
      "two",
      <Stack>
        <Card wide title="One" />
        <Card wide title="Two" />
      </Stack>,
      "Two",
    ),
  ],
};
