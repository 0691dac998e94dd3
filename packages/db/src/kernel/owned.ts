import type { BusinessId, MerchantId, Mode } from '@gateway/domain/kernel/id'
import type { Selectable } from 'kysely'
import type { Em } from '../orm.ts'
import { type Tables, tables } from '../tables.ts'
import { type PageBounds, readPage } from './read-page.ts'
import { updateTogether } from './update-together.ts'

/** Whose rows a caller may see: a merchant's in one mode, or those of one of its businesses. */
export interface OwnerScope {
  readonly merchantId: MerchantId
  readonly mode: Mode
  readonly businessId?: BusinessId | undefined
}

/** What every row of a business has; it never changes. */
interface OwnedColumns extends Required<OwnerScope> {
  readonly id: string
  readonly createdAt: Date
}
const OWNER = ['id', 'merchantId', 'businessId', 'mode', 'createdAt'] as const satisfies readonly (keyof OwnedColumns)[]

/** The tables whose rows belong to a business. */
export type OwnedTable = { [Table in keyof Tables]: Selectable<Tables[Table]> extends OwnedColumns ? Table : never }[keyof Tables]

type Column<Table extends keyof Tables> = keyof Tables[Table] & string
/** A row of such a table, as its entity. */
export type OwnedRow<Table extends OwnedTable> = Selectable<Tables[Table]>

/** Rows of which every member that is given has this value. */
export type Where<Row> = { readonly [Name in keyof Row]?: Row[Name] | undefined }

interface Listing<Row> {
  readonly scope: OwnerScope
  readonly where?: Where<Row>
  readonly bounds: PageBounds
}

/** The queries that every table of objects of a business has. A query with a rule of its own has a name of its own. */
export interface Owned<Row> {
  /** What a row is called: the name of its table, in words. */
  readonly noun: string
  /** One row within a scope. */
  readonly find: (em: Em, of: OwnerScope & { readonly id: string }) => Promise<Row | undefined>
  /** One row within a scope by other members, which have an index. */
  readonly findBy: (em: Em, of: { readonly scope: OwnerScope; readonly where: Where<Row> }) => Promise<Row | undefined>
  /** The row of an id, locked FOR UPDATE: changes of one object follow one another. */
  readonly lock: (em: Em, of: OwnerScope & { readonly id: string }) => Promise<Row | undefined>
  /** A page, newest first, and how many there are in all; a table needs indexes on owner, mode, `created_at DESC, id DESC`. */
  readonly list: (em: Em, listing: Listing<Row>) => Promise<{ rows: Row[]; total: number }>
  /** Writes back a locked row. Its owner, its creation and its frozen columns are never touched. */
  readonly save: (em: Em, row: Row) => Promise<void>
}

/**
 * The queries of a table whose rows belong to a business: `const ownLabels = owned('label', { frozen: ['text'] })`.
 *
 * @param options.frozen - what `save` never writes. Where two kinds of writers own different columns, each has an `owned` of its own.
 */
export function owned<Table extends OwnedTable>(table: Table, { frozen }: { readonly frozen: readonly Column<Table>[] }) {
  type Row = OwnedRow<Table>
  const untouched = new Set<string>([...OWNER, ...frozen])
  const within = (em: Em, { merchantId, mode, businessId }: OwnerScope) => {
    const own = tables(em).selectFrom<OwnedTable>(table).where('merchantId', '=', merchantId).where('mode', '=', mode)
    return businessId === undefined ? own : own.where('businessId', '=', businessId)
  }
  const like = (rows: ReturnType<typeof within>, where: Where<Row>) => {
    const given = Object.entries(where).filter(([, value]) => value !== undefined)
    return rows.where((eb) => eb.and(Object.fromEntries(given)))
  }
  const one = (em: Em, { id, ...scope }: OwnerScope & { readonly id: string }) => within(em, scope).selectAll().where('id', '=', id)
  // Rows of this table and no other are read: `selectAll` knows only that it is one of the owned ones. A row has the columns of its table.
  const queries: Owned<Row> = {
    noun: table.replaceAll('_', ' '),
    find: (em, of) => one(em, of).executeTakeFirst() as Promise<Row | undefined>,
    lock: (em, of) => one(em, of).forUpdate().executeTakeFirst() as Promise<Row | undefined>,
    findBy: (em, { scope, where }) => like(within(em, scope), where).selectAll().executeTakeFirst() as Promise<Row | undefined>,
    list: async (em, { scope, where = {}, bounds }) => {
      const all = like(within(em, scope), where)
      const { rows, total } = await readPage({ shown: all.selectAll(), all }, bounds)
      return { rows: rows as Row[], total }
    },
    save: (em, row) => {
      const columns = (Object.keys(row) as Column<Table>[]).filter((name) => !untouched.has(name))
      return updateTogether(em, { table, columns, rows: [row] })
    },
  }
  return queries
}
