import { type PlanCode, plans } from '@gateway/domain/businesses/plan'
import { listQueuedEmails } from '@gateway/operations/accounts/emails/list-queued-emails'
import { setPlan } from '@gateway/operations/businesses/plans/set-plan'
import { confirmRate, listRejectedJumps } from '@gateway/operations/rates/confirm-rate'
import { listSources } from '@gateway/operations/rates/list-sources'
import type { Commands } from './command.ts'
import { printRows } from './print-rows.ts'
import { rescan } from './rescan.ts'

/** What an operator can do about what every payment needs: what was read of the chains, prices, plans and letters. */
export const upkeepCommands: Commands = {
  rescan: {
    takes: '<chain> <from> <to>',
    summary: 'reads blocks again and records what was missed; what is known stays as it is',
    as: 'chain',
    run: (ctx, { id, more, by }) => rescan(ctx, { chain: id, range: more, by }),
  },
  rates: {
    takes: '',
    summary: 'prices that have jumped and are not used yet, what each waits for, and how the sources behave',
    async run(ctx) {
      printRows('held rates', await listRejectedJumps(ctx))
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
      printRows('letters', await listQueuedEmails(ctx))
    },
  },
}

const isPlan = (name: string): name is PlanCode => Object.hasOwn(plans, name)
