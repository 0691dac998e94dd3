import type { Grant } from './table.ts'
import type { DatabaseRole } from './roles.ts'
import { eachRoom } from './rooms.ts'

/**
 * Who may do what to which table; whatever is not here is refused by Postgres. `migrate` brings a database to this table.
 *
 * A row lock (FOR UPDATE, FOR SHARE) needs the right to update a column, so each role that locks has one. Nobody may DELETE or TRUNCATE the
 * rows of money movements and of the ledger, and no role may change the frozen terms of a payment.
 */
export const grants: Readonly<Record<string, readonly Grant[]>> = Object.fromEntries(
  eachRoom.flatMap(({ tables }) => Object.entries(tables).map(([name, { grants: own }]) => [name, [...own, ...furtherOf(name)]])),
)

/** What rooms let their own roles do to a table of another room. */
function furtherOf(name: string): readonly Grant[] {
  return eachRoom.flatMap(({ furtherGrants }) => furtherGrants?.[name] ?? [])
}

/** Who may call which function that acts with the rights of the schema's owner. */
export const functionGrants: Readonly<Record<string, readonly DatabaseRole[]>> = Object.assign(
  {},
  ...eachRoom.map(({ functions }) => functions),
)
