/** The database users of the product: one for each role of a process, one for operators' decisions, one that may only read. */
export const databaseRoles = [
  'api',
  'payments',
  'relay',
  'chain',
  'webhooks',
  'rates',
  'series',
  'processor',
  'lightning',
  'issuer',
  'signer',
  'operator',
  'audit',
] as const
/** One of the database users. */
export type DatabaseRole = (typeof databaseRoles)[number]

/** The name under which a role logs in. */
export const loginOf = (role: DatabaseRole): `gw_${DatabaseRole}` => `gw_${role}`

/** The address of a database for a role, which always logs in as itself; password and everything else stay as they are. */
export const loginAs = (role: DatabaseRole, url: string): string => Object.assign(new URL(url), { username: loginOf(role) }).toString()
