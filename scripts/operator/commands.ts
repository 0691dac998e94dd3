import type { DatabaseRole } from '@gateway/db/roles'
import { type PlanCode, plans } from '@gateway/domain/businesses/plan'
import { findPauseScope, type PauseScope } from '@gateway/domain/custody/pause'
import { listLetters } from '@gateway/operations/accounts/list-letters'
import { setPlan } from '@gateway/operations/businesses/set-plan'
import { liftPause, listPauses, pausePayouts } from '@gateway/operations/custody/pause-payouts'
import { confirmRate, listHeldRates } from '@gateway/operations/rates/confirm-rate'
import { listSources } from '@gateway/operations/rates/list-sources'
import { releasePayout } from '@gateway/operations/custody/release-payout'
import { settlePayout } from '@gateway/operations/custody/settle-payout'
import { acceptPayment } from '@gateway/operations/payments/accept-payment'
import { claimReturn } from '@gateway/operations/payments/claim-return'
import { composeFlush } from '@gateway/operations/custody/compose-flush'
import { forwardHeld } from '@gateway/operations/payments/forward-held'
import { listHeld } from '@gateway/operations/payments/list-held'
import { listStrays } from '@gateway/operations/payments/list-strays'
import { offerReturn } from '@gateway/operations/payments/offer-return'
import { tellStory } from '@gateway/operations/payments/tell-story'
import { withdrawAddress } from '@gateway/operations/payments/withdraw-address'
import { withdrawReturn } from '@gateway/operations/payments/withdraw-return'
import type { OperatorContext } from './context.ts'
import { rescan } from './rescan.ts'
import { printRows } from './print-rows.ts'

/** What a command is told. */
interface Told {
  readonly id: string
  /** What else stands behind the command's name. */
  readonly more: readonly string[]
  /** Who decides: `operator:<name>`. */
  readonly by: `operator:${string}`
  readonly reason: string | undefined
}

/** Something an operator can do. */
interface Command {
  /** What stands behind its name in the usage; empty when nothing does. */
  readonly takes: string
  readonly summary: string
  /** The role whose work it is, where operators may not do it themselves. */
  readonly as?: DatabaseRole
  run(ctx: OperatorContext, told: Told): Promise<void>
}

/** Everything an operator can do. Each that changes something writes the audit log. */
export const commands: Readonly<Record<string, Command>> = {
  held: {
    takes: '',
    summary: 'money that waits for a decision or a better moment, and why; and tokens that nobody serves',
    async run(ctx) {
      printRows('held', await listHeld(ctx))
      const { shown, total } = await listStrays(ctx)
      const most = total > shown.length ? `, the newest ${shown.length} of ${total}` : ''
      printRows(`tokens nobody serves (base units; their decimals are unknown)${most}`, shown)
    },
  },
  show: {
    takes: '<payment>',
    summary: 'everything that is known about a payment',
    async run(ctx, { id }) {
      const story = await tellStory(ctx, { paymentId: id })
      for (const [title, rows] of Object.entries(story)) printRows(title, rows)
    },
  },
  accept: {
    takes: '<payment>',
    summary: 'takes what came for an expired payment as if it were all; it is forwarded',
    async run(ctx, { id, by }) {
      const payment = await acceptPayment(ctx, { paymentId: id, by })
      console.log(`Accepted. The payment is ${payment.state}.`)
    },
  },
  forward: {
    takes: '<payment>',
    summary: 'sends money that belongs nowhere (another coin, a failed payment) to its merchant, less the fee',
    async run(ctx, { id, by }) {
      const assets = await forwardHeld(ctx, { paymentId: id, by })
      console.log(`On its way: ${assets.join(', ')}.`)
    },
  },
  refund: {
    takes: '<payment>',
    summary: 'offers held money back to who sent it; prints the one-time link for its payer',
    async run(ctx, { id, by }) {
      const { token, path, endsAt, amount, asset } = await offerReturn(ctx, { paymentId: id, by, linkDays: ctx.returnLinkDays })
      console.log(`${amount} ${asset}, less the network's fee, can go back. For the payer, shown once, good until ${endsAt.toISOString()}:`)
      console.log(`  token ${token}\n  page  ${path}`)
    },
  },
  claim: {
    takes: '<token> <address>',
    summary: 'names the address for a payer who cannot open the page; only with the payer’s own word',
    async run(ctx, { id, more: [address = ''], by }) {
      const { usableAt } = await claimReturn(ctx, { token: id, address, holdHours: ctx.returnHoldHours, by })
      console.log(`Noted. It leaves after ${usableAt.toISOString()}; until then \`withdraw\` calls it off.`)
    },
  },
  withdraw: {
    takes: '<payment>',
    summary: 'calls a return off before its money is taken; it stays held and can be offered anew',
    async run(ctx, { id, by }) {
      await withdrawReturn(ctx, { paymentId: id, by })
      console.log('Withdrawn. The money stays held.')
    },
  },
  'withdraw-address': {
    takes: '<payment>',
    summary: 'gives up the address of an unpaid payment because nobody can spend from it any more; the payment fails for good',
    async run(ctx, { id, by, reason }) {
      if (reason === undefined) throw new Error('say why nobody can spend from it, with --reason; a payment that has failed stays so')
      const { address } = await withdrawAddress(ctx, { paymentId: id, by, reason })
      console.log(`Failed. What comes to ${address} all the same is held.`)
    },
  },
  rescan: {
    takes: '<chain> <from> <to>',
    summary: 'reads blocks again and records what was missed; what is known stays as it is',
    as: 'chain',
    run: (ctx, { id, more, by }) => rescan(ctx, { chain: id, range: more, by }),
  },
  release: {
    takes: '<payment> <round>',
    summary: 'lets a round go that only the caps of the signer hold; the second operator lets it',
    async run(ctx, { id, more: [round = '0'], by }) {
      const missing = await releasePayout(ctx, { ref: id, leg: roundOf(round), by })
      console.log(missing === 0 ? 'Released. It is signed within half a minute.' : `Noted. ${missing} more operator has to release it.`)
    },
  },
  settle: {
    takes: '<payment> <round>',
    summary: 'books a round whose flush moved less than was counted as what it moved; the second operator lets it',
    async run(ctx, { id, more: [round = '0'], by }) {
      const { asset, countedUnits, movedUnits, missing } = await settlePayout(ctx, { ref: id, leg: roundOf(round), by })
      console.log(`${movedUnits} of ${countedUnits} base units of ${asset} were moved, and no more was there.`)
      console.log(missing === 0 ? 'Settled with the next block.' : `Noted. ${missing} more operator has to say so.`)
    },
  },
  'flush-call': {
    takes: '<payment> <token>',
    summary: 'prints the transaction with which any wallet sends a token from the address of a payment to its merchant, less the fee',
    async run(ctx, { id, more: [token = ''], by }) {
      const { recipients, feeBps, ...call } = await composeFlush(ctx, { paymentId: id, token, by })
      printRows('to send from a wallet that is not the gateway’s', [call])
      printRows(`who is paid (the platform gets ${feeBps} basis points)`, recipients)
    },
  },
  rates: {
    takes: '',
    summary: 'prices that have jumped and are not used yet, what each waits for, and how the sources behave',
    async run(ctx) {
      printRows('held rates', await listHeldRates(ctx))
      printRows('sources', await listSources(ctx))
    },
  },
  'confirm-rate': {
    takes: '<pair> <price>',
    summary: 'says that a price that has jumped is right: it is used within a minute',
    async run(ctx, { id, more: [price = ''], by }) {
      await confirmRate(ctx, { pair: id, price, by })
      console.log('Confirmed. It is used from the next cycle on, within two percent, for ten minutes.')
    },
  },
  plan: {
    takes: '<business> <plan>',
    summary: 'puts a business on starter or professional; for what is created afterwards',
    async run(ctx, { id, more: [name = ''], by }) {
      if (!isPlan(name)) throw new Error(`${name} is no plan; use ${Object.keys(plans).join(' or ')}`)
      const { before } = await setPlan(ctx, { businessId: id, plan: name, by })
      console.log(before === name ? `It is on ${name} already.` : `It was on ${before} and is on ${name} now.`)
    },
  },
  letters: {
    takes: '',
    summary: 'letters to merchants that wait to be sent, and why; not what they say',
    async run(ctx) {
      printRows('letters', await listLetters(ctx))
    },
  },
  pauses: {
    takes: '',
    summary: 'what is paused, since when and why',
    async run(ctx) {
      printRows('paused', await listPauses(ctx))
    },
  },
  pause: {
    takes: '<scope>',
    summary: 'stops signing: global, chain:BTC, asset:USDC_ETH, merchant:<id>',
    async run(ctx, { id, by, reason = 'no reason given' }) {
      await pausePayouts(ctx, { scope: scopeOf(id), reason, by })
      console.log('Paused. Nothing is signed there until two operators have lifted it.')
    },
  },
  lift: {
    takes: '<scope>',
    summary: 'asks for a pause to be lifted; the second operator lifts it',
    async run(ctx, { id, by }) {
      const missing = await liftPause(ctx, { scope: scopeOf(id), by })
      console.log(missing === 0 ? 'Lifted.' : `Noted. ${missing} more operator has to ask.`)
    },
  },
}

function roundOf(text: string): number {
  if (!/^\d{1,4}$/.test(text)) throw new Error(`${text} is no number of a round; \`show\` tells them`)
  return Number(text)
}

const isPlan = (name: string): name is PlanCode => Object.hasOwn(plans, name)

function scopeOf(text: string): PauseScope {
  const scope = findPauseScope(text)
  if (!scope) throw new Error(`${text} cannot be paused; use global, chain:<chain>, asset:<asset> or merchant:<id>`)
  return scope
}
