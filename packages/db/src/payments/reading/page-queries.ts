import type { AssetCode } from '@gateway/domain/money/asset'
import type { PaymentState } from '@gateway/domain/payments/machine'
import type { Movements } from '@gateway/domain/payments/movements'
import { type MetadataMatch, metadataText } from '../../kernel/metadata-matches.ts'
import { runStatement } from '../../kernel/run-statement.ts'
import type { Em } from '../../orm.ts'
import { knownColumns, knownIn, knownJoins, type KnownPayment, type KnownRow } from './known-queries.ts'
import { movementColumns, movementsIn, type MovementsRow } from '../movement-queries.ts'
import type { PaymentScope } from '../queries.ts'

/** Which of them to list, newest first; `createdBefore` is exclusive. */
export interface PaymentListing {
  readonly states: readonly PaymentState[] | undefined
  readonly refundedOnly: boolean
  readonly asset: AssetCode | undefined
  readonly metadata: MetadataMatch | undefined
  readonly createdFrom: Date | undefined
  readonly createdBefore: Date | undefined
  readonly limit: number
  readonly offset: number
}

/** A page to read: of whose payments, which of them, and how many deposits of each are shown at most. */
interface Page {
  readonly scope: PaymentScope
  readonly listing: PaymentListing
  readonly most: number
}

/** A payment of a page with everything that is shown of it. */
interface ListedPayment extends KnownPayment {
  readonly movements: Movements
}

interface Row extends KnownRow, MovementsRow {
  /** Null in the one row of a page without payments. */
  readonly id: string | null
  readonly total: string
}

/** A page of payments, newest first, and how many there are in all. One statement, so that all of it is of one moment. */
export async function findPaymentPage(em: Em, page: Page): Promise<{ payments: ListedPayment[]; total: number }> {
  const { text, values } = statementOf(page)
  const rows = await runStatement<Row>(em, text, values)
  const found = rows.filter(({ id }) => id !== null)
  const movements = found.map((row) => movementsIn(em, row))
  const payments = knownIn(em, found).flatMap((known, place) => {
    const moved = movements[place]
    return moved ? [{ ...known, movements: moved }] : []
  })
  return { payments, total: Number(rows[0]?.total ?? 0) }
}

interface Statement {
  readonly text: string
  readonly values: readonly unknown[]
}

function statementOf({ scope, listing, most }: Page): Statement {
  const { texts, values } = matchingOf(scope, listing)
  const [limit, offset] = [`$${values.length + 1}`, `$${values.length + 2}`]
  const matching = `FROM payment WHERE ${texts.join(' AND ')}`
  const page = `(
      SELECT * FROM (SELECT * ${matching} ${NEWEST} LIMIT ${boundOf(listing)}) AS first ${NEWEST} LIMIT ${limit} OFFSET ${offset}
    ) AS payment`
  const text = `SELECT total.count AS total, page.* FROM (SELECT count(*) ${matching}) AS total LEFT JOIN (
    SELECT ${knownColumns}, ${movementColumns({ most })} FROM ${page} ${knownJoins}
  ) AS page ON true ORDER BY page.created_at DESC, page.id DESC`
  return { text, values: [...values, listing.limit, listing.offset] }
}

const NEWEST = 'ORDER BY created_at DESC, id DESC'

/** The conditions of a listing, with their parameters. */
function matchingOf(scope: PaymentScope, listing: PaymentListing): { texts: string[]; values: unknown[] } {
  const values: unknown[] = []
  const at = (value: unknown): string => `$${values.push(value)}`
  const texts = [
    `merchant_id = ${at(scope.merchantId)} AND mode = ${at(scope.mode)}`,
    scope.businessId !== undefined && `business_id = ${at(scope.businessId)}`,
    // Not as parameters: the plan that Postgres keeps for all values does not know how rare a state is, and reads the whole shop for it.
    listing.states && `state IN (${listing.states.map((state) => `'${state}'`).join(', ')})`,
    listing.refundedOnly && 'refunded_units > 0',
    listing.asset && `asset = ${at(listing.asset)}`,
    listing.metadata && metadataText('metadata', listing.metadata, at),
    listing.createdFrom && `created_at >= ${at(listing.createdFrom)}`,
    listing.createdBefore && `created_at < ${at(listing.createdBefore)}`,
  ]
  return { texts: texts.filter((text) => typeof text === 'string'), values }
}

const LEAST_BOUND = 100

/**
 * A power of ten that no row of the page lies behind. In the text it tells Postgres how few rows a page needs: for limits that are parameters it assumes a
 * tenth of all payments, and would plan the statement anew each time.
 */
const boundOf = ({ limit, offset }: Pick<PaymentListing, 'limit' | 'offset'>): number =>
  Math.max(LEAST_BOUND, 10 ** Math.ceil(Math.log10(limit + offset)))
