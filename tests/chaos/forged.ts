import { readFileSync, writeFileSync } from 'node:fs'
import pg from 'pg'
import { type Case, type CaseEscrow, type CaseInvoice, type CaseOrder, type CaseSend, chainOf } from './oracle/case.ts'

/** A forged description of a run, and the oracle's sentence that must fail for it. */
export interface Forgery {
  readonly sentence: string
  readonly forge: (judged: Case) => Case | Promise<Case>
}

/** One forgery per check of the oracle; the gateway itself is unchanged. */
export const forgeries: readonly Forgery[] = [
  { sentence: 'C1', forge: withOrders((order) => ({ ...order, sentUnits: `${order.sentUnits}0` })) },
  { sentence: 'C1', forge: withOrders((order) => ({ ...order, unsupportedUnits: order.unsupportedUnits === '0' ? '0' : '1' })) },
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
  { sentence: 'C5', forge: withRows('settlement', 'DELETE FROM forged.settlement') },
  { sentence: 'C5', forge: withEscrows((escrow) => ({ ...escrow, answers: { release: '200', refund: '200' } })) },
  { sentence: 'C5', forge: withEscrows(({ payee, ...escrow }) => ({ ...escrow, payee: escrow.returnTo ?? '', returnTo: payee })) },
  { sentence: 'C5', forge: withRows('series_period', 'DELETE FROM forged.series_period WHERE period = 2') },
  { sentence: 'C6', forge: withReceiverLog((lines) => lines.slice(0, -1)) },
  { sentence: 'C6', forge: withReceiverLog((lines) => lines.filter((line) => !line.includes('awayFrom')).toReversed()) },
  {
    sentence: 'C7',
    forge: withRows('lightning_payment', `UPDATE forged.lightning_payment SET fee_msat = fee_msat + 1 WHERE state = 'settled'`),
  },
  { sentence: 'C7', forge: withRows('lightning_payment', `DELETE FROM forged.lightning_payment WHERE is_internal`) },
  { sentence: 'C7', forge: withRows('transfer', `DELETE FROM forged.transfer WHERE kind = 'ln_received'; ${keyed('transfer')}`) },
  { sentence: 'C7', forge: withSends((send) => ({ ...send, sats: send.sats + 1 })) },
  { sentence: 'C7', forge: withSends((send) => ({ ...send, answers: { send: '200 settled' } })) },
  { sentence: 'C8', forge: withRows('card_payment', 'UPDATE forged.card_payment SET refunded_minor = refunded_minor + 1') },
  { sentence: 'C8', forge: withRows('processor_event', 'DELETE FROM forged.processor_event') },
  { sentence: 'C8', forge: withStripeLog((log) => ({ ...log, effects: log.effects.flatMap((effect) => [effect, effect]) })) },
  { sentence: 'C9', forge: (judged) => ({ ...judged, orders: judged.orders.slice(1), unanswered: 0 }) },
  { sentence: 'C11', forge: withRows('delivery', `UPDATE forged.delivery SET state = 'pending'`) },
  { sentence: 'C11', forge: withRows('spend_intent', `UPDATE forged.spend_intent SET state = 'broadcast'`) },
  {
    sentence: 'C12',
    forge: withRows('payment', `UPDATE forged.payment SET confirmed_at = confirmed_at - interval '61 seconds'; ${keyed('payment')}`),
  },
  { sentence: 'C13', forge: withRows('spend_attempt', flippedSignature()) },
  { sentence: 'C14', forge: withRows('invoice_number', 'DELETE FROM forged.invoice_number WHERE number = 2') },
  { sentence: 'C14', forge: withRows('invoice_credit', 'DELETE FROM forged.invoice_credit WHERE deposit_id IS NULL') },
  { sentence: 'C14', forge: withInvoices((invoice) => ({ ...invoice, sentUnits: `${invoice.sentUnits}0` })) },
  { sentence: 'C14', forge: withInvoices(({ shown, ...invoice }) => ({ ...invoice, shown: shown && { ...shown, held: 0 } })) },
]

function withOrders(told: (order: CaseOrder) => CaseOrder): Forgery['forge'] {
  return (judged) => ({ ...judged, orders: judged.orders.map(told) })
}

function withEscrows(told: (escrow: CaseEscrow) => CaseEscrow): Forgery['forge'] {
  return (judged) => ({ ...judged, escrows: judged.escrows.map(told) })
}

function withInvoices(told: (invoice: CaseInvoice) => CaseInvoice): Forgery['forge'] {
  return (judged) => ({ ...judged, invoices: judged.invoices.map(told) })
}

function withSends(told: (send: CaseSend) => CaseSend): Forgery['forge'] {
  return ({ lightning, ...judged }) => ({ ...judged, ...(lightning && { lightning: { ...lightning, sends: lightning.sends.map(told) } }) })
}

/** Payers name the platform's fee address for their refunds. */
function returningElsewhere(judged: Case): Case {
  const elsewhere = (order: CaseOrder): CaseOrder => ({ ...order, returnTo: judged.platform[chainOf(order.asset)] })
  return { ...judged, orders: judged.orders.map((order) => (order.returnTo === undefined ? order : elsewhere(order))) }
}

function withReceiverLog(told: (lines: string[]) => string[]): Forgery['forge'] {
  return (judged) => {
    const lines = told(readFileSync(judged.receiverLog, 'utf8').trimEnd().split('\n'))
    return { ...judged, receiverLog: written(`${judged.receiverLog}.forged`, lines) }
  }
}

function withStripeLog(told: (log: { effects: readonly object[] }) => object): Forgery['forge'] {
  return (judged) => {
    const stripeLog = `${judged.stripeLog}.forged`
    writeFileSync(stripeLog, JSON.stringify(told(JSON.parse(readFileSync(judged.stripeLog, 'utf8')))))
    return { ...judged, stripeLog }
  }
}

function withLook(look: object): Forgery['forge'] {
  return (judged) => ({ ...judged, watcherLog: written(`${judged.watcherLog}.forged`, [JSON.stringify({ at: '', ...look })]) })
}

function written(file: string, lines: readonly string[]): string {
  writeFileSync(file, lines.map((line) => `${line}\n`).join(''))
  return file
}

/** An old deposit without a credit. */
function uncredited(): string {
  return `INSERT INTO forged.deposit SELECT copy.* FROM public.deposit known,
      jsonb_populate_record(known, '{"id": "forgotten", "ref": "forgotten", "credit_revision": null, "intent_id": null}') copy
    WHERE known.subject = 'payment' AND known.credit_revision IS NOT NULL LIMIT 1`
}

/** One bit of each last signature: 60 bytes from the end, before the rest of it, the key and the lock time. */
function flippedSignature(): string {
  return `UPDATE forged.spend_attempt SET raw = set_byte(raw, length(raw) - 60, get_byte(raw, length(raw) - 60) # 1) WHERE chain = 'BTC'`
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

/** Corrupts the ledger and the payments of a gateway at the end of its run. */
export const spoil = (judged: Case): Promise<void> =>
  asOwner(judged, `UPDATE account SET bal = bal + 1 WHERE code = 'platform:fee'; UPDATE payment SET exceptions = '{late}'`)

async function asOwner({ databaseUrl }: Case, statements: string): Promise<void> {
  const sql = new pg.Client(Object.assign(new URL(databaseUrl), { username: 'postgres' }).toString())
  await sql.connect()
  await sql.query(statements).finally(() => sql.end())
}

/** Adds the primary key, which a copy lacks and queries that group by it need. */
function keyed(table: string): string {
  return `ALTER TABLE forged.${table} ADD PRIMARY KEY (id)`
}
