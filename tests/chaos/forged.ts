import { readFileSync, writeFileSync } from 'node:fs'
import pg from 'pg'
import type { Case, CaseOrder } from './oracle/case.ts'

/** What a run is said to have been, and the sentence of the oracle that does not hold then. */
export interface Forgery {
  readonly sentence: string
  readonly forge: (judged: Case) => Case | Promise<Case>
}

/** One for each way in which the oracle must be able to say no; the gateway itself is not touched. */
export const forgeries: readonly Forgery[] = [
  { sentence: 'C1', forge: withOrders((order) => ({ ...order, sentUnits: `${order.sentUnits}0` })) },
  { sentence: 'C1', forge: withOrders((order) => ({ ...order, strayUnits: order.strayUnits === '0' ? '0' : '1' })) },
  { sentence: 'C1', forge: returningElsewhere },
  {
    sentence: 'C1',
    forge: withRows('event', `UPDATE forged.event SET body = replace(body, '"amount_received":"', '"amount_received":"1')`),
  },
  { sentence: 'C2', forge: withOrders((order) => (order.behaviour === 'twice' ? { ...order, behaviour: 'over' } : order)) },
  { sentence: 'C2', forge: withRows('spend_attempt', 'INSERT INTO forged.spend_attempt SELECT * FROM public.spend_attempt') },
  { sentence: 'C3', forge: (judged) => ({ ...judged, platform: { ...judged.platform, BTC: judged.shops[0]?.wallets.BTC ?? '' } }) },
  { sentence: 'C3', forge: returningElsewhere },
  { sentence: 'C3', forge: withRows('spend_attempt', 'DELETE FROM forged.spend_attempt') },
  { sentence: 'C4', forge: withRows('account', `UPDATE forged.account SET bal = bal + 1; ${keyed('account')}`) },
  { sentence: 'C4', forge: withRows('deposit', uncredited()) },
  { sentence: 'C4', forge: withLook({ broken: [{ id: 'I1', row: {} }] }) },
  { sentence: 'C4', forge: (judged) => ({ ...judged, orders: judged.orders.filter(({ behaviour }) => behaviour !== 'under') }) },
  { sentence: 'C6', forge: withReceiverLog((lines) => lines.slice(0, -1)) },
  { sentence: 'C6', forge: withReceiverLog((lines) => lines.filter((line) => !line.includes('awayFrom')).toReversed()) },
  { sentence: 'C9', forge: (judged) => ({ ...judged, orders: judged.orders.slice(1), unanswered: 0 }) },
  { sentence: 'C11', forge: withRows('delivery', `UPDATE forged.delivery SET state = 'pending'`) },
  { sentence: 'C11', forge: withRows('spend_intent', `UPDATE forged.spend_intent SET state = 'broadcast'`) },
  {
    sentence: 'C12',
    forge: withRows('payment', `UPDATE forged.payment SET confirmed_at = confirmed_at - interval '61 seconds'; ${keyed('payment')}`),
  },
]

function withOrders(told: (order: CaseOrder) => CaseOrder): Forgery['forge'] {
  return (judged) => ({ ...judged, orders: judged.orders.map(told) })
}

/** Customers want their money where the platform's fees go. */
function returningElsewhere(judged: Case): Case {
  const returnTo = judged.platform.BTC
  return { ...judged, orders: judged.orders.map((order) => (order.returnTo === undefined ? order : { ...order, returnTo })) }
}

function withReceiverLog(told: (lines: string[]) => string[]): Forgery['forge'] {
  return (judged) => {
    const lines = told(readFileSync(judged.receiverLog, 'utf8').trimEnd().split('\n'))
    return { ...judged, receiverLog: written(`${judged.receiverLog}.forged`, lines) }
  }
}

function withLook(look: object): Forgery['forge'] {
  return (judged) => ({ ...judged, watcherLog: written(`${judged.watcherLog}.forged`, [JSON.stringify({ at: '', ...look })]) })
}

function written(file: string, lines: readonly string[]): string {
  writeFileSync(file, lines.map((line) => `${line}\n`).join(''))
  return file
}

/** A deposit as old as another that everybody has forgotten to credit. */
function uncredited(): string {
  return `INSERT INTO forged.deposit SELECT copy.* FROM public.deposit known,
      jsonb_populate_record(known, '{"id": "forgotten", "ref": "forgotten", "credited_by": null, "intent_id": null}') copy
    WHERE known.subject = 'payment' AND known.credited_by IS NOT NULL LIMIT 1`
}

/** The oracle finds a changed copy of one table before the table itself. */
function withRows(table: string, change: string): Forgery['forge'] {
  return async (judged) => {
    await asOwner(
      judged,
      `DROP SCHEMA IF EXISTS forged CASCADE; CREATE SCHEMA forged; CREATE TABLE forged.${table} AS TABLE public.${table}; ${change};
        GRANT USAGE ON SCHEMA forged TO PUBLIC; GRANT SELECT ON forged.${table} TO PUBLIC`,
    )
    const databaseUrl = new URL(judged.databaseUrl)
    databaseUrl.searchParams.set('options', '-c search_path=forged,public')
    return { ...judged, databaseUrl: databaseUrl.toString() }
  }
}

/** Spoils the book and the payments of a gateway that is about to end. */
export const spoil = (judged: Case): Promise<void> =>
  asOwner(judged, `UPDATE account SET bal = bal + 1 WHERE code = 'platform:fee'; UPDATE payment SET exceptions = '{late}'`)

async function asOwner({ databaseUrl }: Case, statements: string): Promise<void> {
  const sql = new pg.Client(Object.assign(new URL(databaseUrl), { username: 'postgres' }).toString())
  await sql.connect()
  await sql.query(statements).finally(() => sql.end())
}

/** A copy has no key, and a query that groups by the key does not run without. */
function keyed(table: string): string {
  return `ALTER TABLE forged.${table} ADD PRIMARY KEY (id)`
}
