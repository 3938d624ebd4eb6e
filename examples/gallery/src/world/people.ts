/** Who there is, and the session of the one who looks. */

/** Some days from now, as the wire has it. */
export function daysFromNow(days: number): string {
  return new Date(Date.now() + days * 86_400_000).toISOString();
}

/** A picture that needs no network. */
export const picture = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40"><rect width="40" height="40" fill="#c7d6f5"/><circle cx="20" cy="16" r="7" fill="#1f4fd1"/><path d="M6 40a14 12 0 0 1 28 0" fill="#1f4fd1"/></svg>',
)}`;

const plain = { emailVerified: true, image: null, twoFactorEnabled: false, role: "user", banned: false };

/** A user as the server tells of them. */
export function user(id: string, name: string, changes: object = {}) {
  const email = `${name.split(" ")[0]?.toLowerCase()}@example.com`;
  const times = { createdAt: daysFromNow(-400), updatedAt: daysFromNow(-30) };
  return { ...plain, banReason: null, banExpires: null, ...times, id, name, email, username: null, ...changes };
}

export const ann = user("u-ann", "Ann Example", { role: "admin", username: "ann", displayUsername: "ann" });
export const bob = user("u-bob", "Bob Marsh", { emailVerified: false });
export const cleo = user("u-cleo", "Cleo Okafor");

/** As long as names and addresses come. */
export const long = user("u-long", "Wolfeschlegelsteinhausenbergerdorff-Okonkwo-Fitzgerald the Third", {
  email: "wolfeschlegelsteinhausenbergerdorff.okonkwo.fitzgerald@correspondence.department.example.com",
});
export const banned = user("u-dan", "Dan Vogel", {
  banned: true,
  banReason: "Sent the same offer to two hundred people",
  banExpires: daysFromNow(20),
});

const windows = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0";
const iPhone =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1";

function session(id: string, changes: object = {}) {
  const times = { createdAt: daysFromNow(-2), updatedAt: daysFromNow(-1), expiresAt: daysFromNow(5) };
  const place = { userAgent: windows, ipAddress: "192.0.2.17" };
  const active = { activeOrganizationId: "o-acme", activeTeamId: null, impersonatedBy: null };
  return { ...times, ...place, ...active, id, token: id, userId: ann.id, ...changes };
}

export const own = session("s-own");
export const sessions = [
  own,
  session("s-phone", {
    userAgent: iPhone,
    createdAt: daysFromNow(-9),
    ipAddress: "2001:db8:85a3:8d3:1319:8a2e:370:7348",
  }),
  session("s-unknown", { userAgent: null, ipAddress: null, createdAt: daysFromNow(-120) }),
];

/** What `/get-session` answers to somebody. */
export function signedIn(who: object = ann, changes: object = {}) {
  return { session: { ...own, ...changes }, user: who };
}

export const accounts = [
  {
    id: "a-1",
    providerId: "credential",
    accountId: ann.id,
    createdAt: daysFromNow(-400),
    updatedAt: daysFromNow(-30),
    scopes: [],
  },
  {
    id: "a-2",
    providerId: "github",
    accountId: "4711",
    createdAt: daysFromNow(-90),
    updatedAt: daysFromNow(-30),
    scopes: [],
  },
];
