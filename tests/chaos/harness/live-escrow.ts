import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { type Said, say } from '../../support/say.ts'
import { newWallets } from '../../support/wallets.ts'
import type { CaseEscrow } from '../oracle/case.ts'
import { askDatabase } from './ask-database.ts'
import { chainOf } from './chains.ts'
import { untilTaken } from './customer.ts'
import type { Command, EscrowOrder } from './escrow-orders.ts'
import type { Market } from './workload.ts'

const LOOK_EVERY_MS = 1_000
const OVERPAID_PERCENT = 150n

/** Runs all escrows at their times. */
export const liveEscrows = (market: Market, orders: readonly EscrowOrder[]): Promise<CaseEscrow[]> =>
  Promise.all(orders.map((order) => live(market, order, market.journal.now())))

async function live(market: Market, order: EscrowOrder, beganMs: number): Promise<CaseEscrow> {
  const { journal, customer } = market
  const { n, asset, behaviour } = order
  await pause(Math.max(0, beganMs + order.atMs - journal.now()))
  const { token, ...escrow } = await open(market, order)
  journal.note('escrow created', { n, asset, behaviour, id: escrow.id })
  if (behaviour === 'never') return { ...escrow, n, asset, behaviour, sentUnits: '0', answers: {} }
  const amountUnits = BigInt(escrow.amountUnits)
  const units = behaviour === 'over' ? (amountUnits * OVERPAID_PERCENT) / 100n : amountUnits
  await pause(order.paysAfterMs)
  const txId = await customer.pay({ blockchain: asset, payment_address: escrow.address }, units)
  journal.note('escrow paid', { n, units: String(units), txId })
  await untilFunded(market, escrow.id)
  await pause(order.decidesAfterMs)
  const answers = await command(market, { id: escrow.id, token }, order.commands)
  // A dispute is no outcome; its depositor gives in.
  const last = behaviour === 'dispute' ? await command(market, { id: escrow.id, token }, ['release']) : {}
  journal.note('escrow decided', { n, answers: JSON.stringify({ ...answers, ...last }) })
  return { ...escrow, n, asset, behaviour, sentUnits: String(units), answers: { ...answers, ...last } }
}

type Opened = Pick<CaseEscrow, 'id' | 'address' | 'payee' | 'returnTo' | 'amountUnits' | 'businessId'> & { readonly token: string }

/** Creates an escrow; one whose answer was lost stays unpaid. */
async function open({ api, shops, journal, around }: Market, { n, asset, dollars, hasShop }: EscrowOrder): Promise<Opened> {
  const chain = chainOf(asset)
  const [depositor, beneficiary] = [(await newWallets([chain]))[chain], (await newWallets([chain]))[chain]]
  const shop = shops.patient(n)
  const terms = { chain: asset, amount_fiat: dollars, depositor_address: depositor, beneficiary_address: beneficiary }
  const headers = { 'idempotency-key': randomUUID() }
  const { body } = await untilTaken(journal, () =>
    answered('POST /escrow', 201, () => say(api, 'POST /escrow', { body: terms, headers, ...(hasShop && { key: shop.key }) })),
  )
  const id = String(body['id'])
  // The answer's amount is a double, which has too few digits for some coins.
  const [row] = await untilTaken(journal, () =>
    askDatabase<{ units: string }>(around.databaseUrl, 'SELECT amount_units::text AS units FROM escrow WHERE id = $1', [id]),
  )
  return {
    id,
    address: String(body['escrow_address']),
    payee: beneficiary,
    returnTo: depositor,
    amountUnits: row?.units ?? '0',
    token: String(body['release_token']),
    ...(hasShop && { businessId: shop.businessId }),
  }
}

/** @throws {Error} for any other status, so that it is tried again. */
async function answered(what: string, status: number, ask: () => Promise<Said>): Promise<Said> {
  const said = await ask()
  if (said.status !== status) throw new Error(`${what} answered ${said.status} ${String(said.body['code'])}`)
  return said
}

const untilFunded = ({ api, journal }: Market, id: string): Promise<void> =>
  untilTaken(journal, async () => {
    for (;;) {
      const { body } = await answered('GET /escrow', 200, () => say(api, `GET /escrow/${id}`))
      if (body['status'] === 'funded') return
      await pause(LOOK_EVERY_MS)
    }
  })

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
