import { randomUUID } from 'node:crypto'
import { type Said, say } from '../../support/say.ts'
import { askDatabase } from './ask-database.ts'
import { untilTaken } from './customer.ts'
import { answered } from './play-escrow.ts'
import type { Market } from './workload.ts'

/** Where the coins of an invoice go, and how many base units its page asks for. */
interface Asked {
  readonly address: string
  readonly units: bigint
}

/** Sends a command of the shop under one idempotency key, until it is answered. */
export function askInvoiceShop({ api, shops, journal }: Market, route: string, { body, accepts }: Asking): Promise<Said> {
  const headers = { 'idempotency-key': randomUUID() }
  return untilTaken(journal, async () => {
    const said = await say(api, route, { key: shops.invoices().key, headers, ...(body && { body }) })
    if (!accepts(said)) throw new Error(`${route} answered ${said.status} ${String(said.body['code'])}`)
    return said
  })
}

interface Asking {
  readonly body?: Readonly<Record<string, unknown>>
  readonly accepts: (said: Said) => boolean
}

/** Opens the page of an invoice as its client. What it asks for is read from the database: an answer has it as a double, which has too few digits for some coins. */
export function readAsked({ api, journal, around }: Market, id: string): Promise<Asked> {
  const query = `SELECT payment_address AS address, due_units::text AS units FROM invoice JOIN invoice_quote ON invoice_id = invoice.id
    WHERE invoice.id = $1 AND valid_until > now() ORDER BY valid_from DESC LIMIT 1`
  return untilTaken(journal, async () => {
    await answered('GET /invoices/pay', 200, () => say(api, `GET /invoices/${id}/pay`))
    const [row] = await askDatabase<{ address: string; units: string }>(around.databaseUrl, query, [id])
    if (!row) throw new Error(`invoice ${id} asks for no coins`)
    return { address: row.address, units: BigInt(row.units) }
  })
}
