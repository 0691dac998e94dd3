import { setTimeout as pause } from 'node:timers/promises'
import { type Said, say } from '../../support/say.ts'
import type { CaseEscrow } from '../oracle/case.ts'
import { askDatabase } from './ask-database.ts'
import { untilTaken } from './customer.ts'
import type { Command, EscrowOrder } from './escrow-orders.ts'
import type { Market } from './workload.ts'

const LOOK_EVERY_MS = 1_000
const GIVE_UP_MS = 900_000
const OVERPAID_PERCENT = 150n

/** An escrow that waits for its payment, with the depositor's token. */
export type OpenEscrow = Pick<CaseEscrow, 'id' | 'address' | 'payee' | 'returnTo' | 'amountUnits' | 'businessId'> & {
  readonly token: string
}

/** What the parties of an escrow do. */
export type EscrowPlay = Pick<EscrowOrder, 'n' | 'asset' | 'behaviour' | 'paysAfterMs' | 'decidesAfterMs' | 'commands'>

/** Pays an escrow, waits until it is funded, and sends its parties' commands; nothing of it for an escrow that is never paid. */
export async function play(market: Market, { token, ...escrow }: OpenEscrow, order: EscrowPlay): Promise<CaseEscrow> {
  const { journal, customer } = market
  const { n, asset, behaviour } = order
  if (behaviour === 'never') return { ...escrow, n, asset, behaviour, sentUnits: '0', answers: {} }
  const amountUnits = BigInt(escrow.amountUnits)
  const units = behaviour === 'over' ? (amountUnits * OVERPAID_PERCENT) / 100n : amountUnits
  await pause(order.paysAfterMs)
  const txId = await customer.pay({ blockchain: asset, payment_address: escrow.address }, units)
  journal.note('escrow paid', { id: escrow.id, units: String(units), txId })
  await untilFunded(market, escrow.id)
  await pause(order.decidesAfterMs)
  const first = await command(market, { id: escrow.id, token }, order.commands)
  // A dispute is no outcome; its depositor gives in.
  const last = behaviour === 'dispute' ? await command(market, { id: escrow.id, token }, ['release']) : {}
  const answers = { ...first, ...last }
  journal.note('escrow decided', { id: escrow.id, answers: JSON.stringify(answers) })
  return { ...escrow, n, asset, behaviour, sentUnits: String(units), answers }
}

/** Where an escrow is paid, and its amount: an answer has it as a double, which has too few digits for some coins. */
export async function readDue({ journal, around }: Market, id: string): Promise<Pick<OpenEscrow, 'address' | 'amountUnits'>> {
  const query = 'SELECT address, amount_units::text AS "amountUnits" FROM escrow WHERE id = $1'
  const [row] = await untilTaken(journal, () => askDatabase<Pick<OpenEscrow, 'address' | 'amountUnits'>>(around.databaseUrl, query, [id]))
  if (!row) throw new Error(`there is no escrow ${id}`)
  return row
}

/** @throws {Error} for any other status, so that it is tried again. */
export async function answered(what: string, status: number, ask: () => Promise<Said>): Promise<Said> {
  const said = await ask()
  if (said.status !== status) throw new Error(`${what} answered ${said.status} ${String(said.body['code'])}`)
  return said
}

/** Waits until an escrow is funded; after a quarter of an hour its parties act all the same, and the oracle sees what became of it. */
function untilFunded({ api, journal }: Market, id: string): Promise<void> {
  const deadline = journal.now() + GIVE_UP_MS
  return untilTaken(journal, async () => {
    for (;;) {
      const { body } = await answered('GET /escrow', 200, () => say(api, `GET /escrow/${id}`))
      if (body['status'] === 'funded') return
      if (journal.now() > deadline) return journal.note('escrow not funded', { id })
      await pause(LOOK_EVERY_MS)
    }
  })
}

/** Sends commands at once, each until it is answered; one whose answer was lost is told on its repeat that it came too late. */
async function command(
  { api, journal }: Market,
  { id, token }: { id: string; token: string },
  commands: readonly Command[],
): Promise<Record<string, string>> {
  const answers = commands.map(async (name) => {
    const said = await untilTaken(journal, async () => {
      const { status, body } = await say(api, `POST /escrow/${id}/${name}`, { body: { token, reason: 'chaos' } })
      if (status >= 500 || status === 429) throw new Error(`${name} answered ${status}`)
      return status === 200 ? '200' : `${status} ${String(body['code'])}`
    })
    return [name, said] as const
  })
  return Object.fromEntries(await Promise.all(answers))
}
