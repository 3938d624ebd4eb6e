import { requireSession } from "../../session";
import { signOut } from "./actions";
import { PasswordForm } from "./password-form";

export default async function AccountPage() {
  const { user } = await requireSession();
  return (
    <main>
      <h1>{user.name}</h1>
      <p>{user.email}</p>
      <PasswordForm />
      <form action={signOut}>
        <button type="submit">Sign out</button>
      </form>
    </main>
  );
}
