/** The dialog that links a customer to a user or an organization. */

import type { SellerCustomer, SellerOwner } from "@latchkey/billing";
import { type ReactElement, useState } from "react";
import { Combobox } from "../../primitives/combobox.tsx";
import { FormDialog } from "../../primitives/form-dialog.tsx";
import { useToast } from "../../primitives/toast.tsx";
import { useForm } from "../../primitives/use-form.ts";
import { useQuery } from "../../primitives/use-query.ts";
import { fill } from "../../texts/texts.ts";
import { useDebounced } from "../change/use-preview.ts";
import { useBillingClient } from "../client.ts";
import { useBillingUi } from "../ui.ts";

export interface LinkDialogProps {
  readonly customer: SellerCustomer;
  /** Runs once the customer is linked. */
  onLinked(): void;
  onClose(): void;
}

/** What to call a customer: the name, the email, or the id. */
export function customerTitle({ name, email, id }: Pick<SellerCustomer, "name" | "email" | "id">): string {
  return name || email || id;
}

/** The server's error code if the chosen owner was deleted in the meantime. */
const gone = "BILLING_REFERENCE_NOT_FOUND";

/** Asks for the user or organization first, and then explains what linking does. */
export function LinkDialog({ customer, onLinked, onClose }: LinkDialogProps): ReactElement {
  const client = useBillingClient();
  const { customers } = useBillingUi().texts.seller;
  const toast = useToast();
  const [chosen, setChosen] = useState<SellerOwner | null>(null);
  const names = { customer: customerTitle(customer) };
  const form = useForm(
    async () => {
      if (!chosen) return { error: null };
      const body = { customerId: customer.id, referenceId: chosen.referenceId };
      const result = await client.billing.seller.linkCustomer(body);
      if (result.error?.code === gone) setChosen(null);
      if (result.error) return result;
      onLinked();
      toast({ text: fill(customers.linked, { ...names, owner: chosen.name }) });
      return result;
    },
    { [gone]: "owner" },
    // The general text is about the caller's own purchases.
    { CUSTOMER_NOT_FOUND: customers.linkGone },
  );
  return (
    <FormDialog
      open
      title={fill(customers.linkTitle, names)}
      text={customers.linkText}
      submit={customers.linkSubmit}
      busy={form.busy}
      blocked={chosen === null}
      problem={form.problem ?? form.fieldErrors.owner ?? null}
      edited={chosen !== null}
      onSubmit={(event) => (chosen ? form.onSubmit(event) : event.preventDefault())}
      onClose={onClose}
    >
      <OwnerSearch onSelect={setChosen} />
      <p role="status">
        {chosen ? fill(customers.linkChosen, { ...names, owner: chosen.name, detail: chosen.detail }) : null}
      </p>
    </FormDialog>
  );
}

/** Milliseconds without a keystroke before the search is sent. */
const typingPause = 250;

/** The server requires as many characters, so that a search doesn't list everyone. */
const minLength = 2;

function OwnerSearch({ onSelect }: { onSelect(owner: SellerOwner): void }): ReactElement {
  const client = useBillingClient();
  const { customers } = useBillingUi().texts.seller;
  const [text, setText] = useState("");
  const search = useDebounced(text, typingPause);
  const isSearched = search.length >= minLength;
  const { data, isPending } = useQuery("/billing/seller/owners", isSearched ? search : null, () =>
    client.billing.seller.owners({ query: { search } }),
  );
  const owners = data ?? [];
  return (
    <Combobox
      label={customers.linkSearch}
      name="owner"
      inline
      loading={isPending || (text !== search && text.length >= minLength)}
      empty={isSearched ? customers.linkNone : customers.linkMore}
      onSearch={setText}
      options={owners.map(({ referenceId, kind, name, detail }) => ({
        value: referenceId,
        label: name,
        description: `${detail} · ${kind === "user" ? customers.person : customers.organization}`,
      }))}
      onSelect={(id) => {
        const found = owners.find(({ referenceId }) => referenceId === id);
        if (found) onSelect(found);
        // Choosing an option clears the input.
        setText("");
      }}
    />
  );
}
