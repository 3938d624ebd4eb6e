import Link from "next/link";
import { getSession } from "../session";

export default async function HomePage() {
  const session = await getSession();
  return (
    <main>
      <h1>{session ? `Hello, ${session.user.name}` : "Welcome"}</h1>
      {session ? (
        <Link href="/account">Account</Link>
      ) : (
        <p>
          <Link href="/sign-in">Sign in</Link> or <Link href="/sign-up">sign up</Link>
        </p>
      )}
    </main>
  );
}
