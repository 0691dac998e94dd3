import { type PlanCode, plans } from '@gateway/domain/businesses/plan'
import { forgetRefusal } from '@gateway/operations/accounts/emails/forget-refusal'
import { listQueuedEmails } from '@gateway/operations/accounts/emails/list-queued-emails'
import { setPlan } from '@gateway/operations/businesses/plans/set-plan'
import { rotateKey } from '@gateway/operations/oauth/keys/rotate-key'
import { confirmRate, listRejectedJumps } from '@gateway/operations/rates/confirm-rate'
import { listSources } from '@gateway/operations/rates/list-sources'
import type { Commands } from './command.ts'
import { printRows } from './print-rows.ts'
import { rescan } from './rescan.ts'

/** Operator commands about blocks, rates, plans and e-mails. */
export const upkeepCommands: Commands = {
  rescan: {
    takes: '<chain> <from> <to>',
    summary: 'rescan blocks and record missed deposits',
    as: 'chain',
    run: (ctx, { id, more, by }) => rescan(ctx, { chain: id, range: more, by }),
  },
  rates: {
    takes: '',
    summary: 'list rejected jumps of rates, and the state of the rate sources',
    isOpen: true,
    async run(ctx) {
      printRows('held rates', await listRejectedJumps(ctx))
      printRows('sources', await listSources(ctx))
    },
  },
  'confirm-rate': {
    takes: '<pair> <price>',
    summary: 'confirm a rejected jump; the rate is used within a minute',
    async run(ctx, { id, more: [price = ''], by }) {
      await confirmRate(ctx, { pair: id, price, by })
      console.log('Confirmed. The rate is used from the next poll on, within two percent, for ten minutes.')
    },
  },
  plan: {
    takes: '<business> <plan>',
    summary: 'move a business to the plan starter or professional, for later payments',
    async run(ctx, { id, more: [name = ''], by }) {
      if (!isPlan(name)) throw new Error(`${name} is no plan; use ${Object.keys(plans).join(' or ')}`)
      const { before } = await setPlan(ctx, { businessId: id, plan: name, by })
      console.log(before === name ? `The business is on ${name} already.` : `The business was on ${before} and is on ${name} now.`)
    },
  },
  'rotate-oidc-key': {
    takes: '',
    summary: 'sign ID tokens with the next key; the former one stays published until its tokens have expired',
    async run(ctx, { by }) {
      console.log(`Signs now: ${await rotateKey(ctx, { by })}. Each process of the api follows within seconds.`)
    },
  },
  emails: {
    takes: '',
    summary: 'list queued e-mails with their last problem, without their recipients and facts',
    isOpen: true,
    async run(ctx) {
      printRows('e-mails', await listQueuedEmails(ctx))
    },
  },
  'forget-refusal': {
    takes: '<e-mail address>',
    summary: 'let e-mails go again to an address that the mail server has refused for good',
    async run(ctx, { id }) {
      const isKnown = await forgetRefusal(ctx, { address: id })
      console.log(isKnown ? 'Forgotten. The next e-mail to it is tried.' : 'The mail server has refused no such address.')
    },
  },
}

const isPlan = (name: string): name is PlanCode => Object.hasOwn(plans, name)
