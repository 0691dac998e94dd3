/** The letters and the length of a username: the part of a Lightning Address before the `@` (LUD-16 allows more). */
export const USERNAME = /^[a-z0-9]{3,32}$/

/** Names that nobody gets: they would speak for the service, or for mail (RFC 2142). */
const reserved: ReadonlySet<string> = new Set([
  'abuse',
  'account',
  'accounts',
  'admin',
  'administrator',
  'api',
  'billing',
  'contact',
  'everyone',
  'help',
  'helpdesk',
  'hostmaster',
  'info',
  'legal',
  'lightning',
  'mailerdaemon',
  'moderator',
  'news',
  'noc',
  'noreply',
  'nobody',
  'null',
  'office',
  'official',
  'operator',
  'owner',
  'payment',
  'payments',
  'postmaster',
  'privacy',
  'root',
  'sales',
  'security',
  'service',
  'staff',
  'status',
  'superuser',
  'support',
  'sysadmin',
  'system',
  'team',
  'undefined',
  'usenet',
  'verify',
  'webmaster',
  'www',
])

/** True for a name that is kept from everybody. */
export const isReservedUsername = (username: string): boolean => reserved.has(username)

/** A name as it is looked up: wallets send it in either case (LUD-16 knows lower case only). */
export const usernameKey = (raw: string): string => raw.replace(/[A-Z]/g, (letter) => letter.toLowerCase())
