import { type Due, findDue } from '@gateway/db/cards/due-queries'
import { findDueEvents } from '@gateway/db/cards/processor/event-queries'
import { findPlanned } from '@gateway/db/cards/processor/intent-queries'
import { findEndingHolds } from '@gateway/db/cards/hold-queries'
import type { Em } from '@gateway/db/orm'
import type { LogFields } from '../../kernel/log.ts'
import { keysPutOff, stateOf } from '../../kernel/sweeps/put-offs.ts'
import type { SweepName } from '../../kernel/sweeps/sweep-names.ts'
import { sweepOne } from '../../kernel/sweeps/sweep-each.ts'
import { lookAtAccount } from '../accounts/look-at-account.ts'
import { lookAgainAtDispute } from '../inbox/look-at-dispute.ts'
import { lookAtCharge } from '../checkout/look-at-charge.ts'
import { workEvent } from '../inbox/work-event.ts'
import { endHold } from '../holding/end-hold.ts'
import type { ProcessorContext } from '../lifecycle/processor-context.ts'
import { carryOutIntent, repeatAttempt } from '../processor/call-attempt.ts'
import { workTask } from '../processor/work-task.ts'
import { lookAtRefund } from '../refunds/look-at-refund.ts'

/** Something that is due: `run` does it and never rejects. */
export interface DueWork {
  readonly key: string
  readonly run: () => Promise<unknown>
}

interface Kind<Row> {
  readonly name: SweepName
  readonly find: (em: Em, due: Due) => Promise<readonly Row[]>
  readonly keyOf: (row: Row) => string
  readonly aboutOf: (row: Row) => LogFields
  readonly work: (ctx: ProcessorContext, row: Row) => Promise<unknown>
}

/** Rows of one kind become work, whatever they are. */
type FindWork = (ctx: ProcessorContext, wanted: { most: number; busy: readonly string[] }) => Promise<DueWork[]>

const kindOf =
  <Row>({ name, find, keyOf, aboutOf, work }: Kind<Row>): FindWork =>
  async (ctx, { most, busy }) => {
    const now = ctx.clock.now()
    const except = [...busy, ...keysPutOff(stateOf(ctx.orm, name), now)]
    const rows = await find(ctx.orm.em.fork(), { now, limit: most, except })
    return rows.map((row) => {
      const key = keyOf(row)
      return { key, run: () => sweepOne(ctx, { name, key, about: aboutOf(row) }, () => work(ctx, row)) }
    })
  }

const itself = (id: string): string => id

/** What the processor is called for. */
const urgent: readonly FindWork[] = [
  kindOf({
    name: 'processor_intents',
    find: findPlanned,
    keyOf: ({ id }) => id,
    aboutOf: ({ id: intentId }) => ({ intentId }),
    work: carryOutIntent,
  }),
  kindOf({
    name: 'processor_attempts',
    find: findDue('processor_attempt'),
    keyOf: itself,
    aboutOf: (intentId) => ({ intentId }),
    work: (ctx, intentId) => repeatAttempt(ctx, { intentId }),
  }),
  kindOf({
    name: 'processor_tasks',
    find: findDue('processor_task'),
    keyOf: itself,
    aboutOf: () => ({}),
    work: (ctx, id) => workTask(ctx, { id }),
  }),
  kindOf({
    name: 'card_holds',
    find: findEndingHolds,
    keyOf: itself,
    aboutOf: (escrowId) => ({ escrowId }),
    work: (ctx, escrowId) => endHold(ctx, { escrowId }),
  }),
  kindOf({ name: 'processor_events', find: findDueEvents, keyOf: ({ eventId }) => eventId, aboutOf: () => ({}), work: workEvent }),
]

/** What the processor is asked about when no event has told. */
const looks: readonly FindWork[] = [
  kindOf({
    name: 'card_payments',
    find: findDue('card_payment'),
    keyOf: itself,
    aboutOf: (paymentId) => ({ paymentId }),
    work: async (ctx, id) => failing(await lookAtCharge(ctx, { id })),
  }),
  kindOf({
    name: 'card_refunds',
    find: findDue('card_refund'),
    keyOf: itself,
    aboutOf: () => ({}),
    work: async (ctx, id) => failing(waited(await lookAtRefund(ctx, { id }))),
  }),
  kindOf({
    name: 'card_disputes',
    find: findDue('card_dispute'),
    keyOf: itself,
    aboutOf: () => ({}),
    work: async (ctx, id) => failing(await lookAgainAtDispute(ctx, { id })),
  }),
  kindOf({
    name: 'processor_accounts',
    find: findDue('processor_account'),
    keyOf: itself,
    aboutOf: () => ({}),
    work: async (ctx, id) => failing(await lookAtAccount(ctx, { id })),
  }),
]

const waited = (problem: { readonly result: string } | 'early' | undefined) => (problem === 'early' ? { result: 'early' } : problem)

/** An answer that did not come puts its row off. */
function failing(problem: { readonly result: string } | undefined): void {
  if (problem) throw new Error(`the card processor was asked in vain: ${problem.result}`)
}

/**
 * What the role that calls the processor has to do now, the longest due first of each kind, without what is under way already.
 *
 * @param wanted.busy - the keys of the work that is under way.
 */
export const findDueWork = (ctx: ProcessorContext, wanted: { most: number; busy: readonly string[] }): Promise<DueWork[]> =>
  findAll(ctx, urgent, wanted)

/** Rows that no event has told about for a while. */
export const findDueLooks = (ctx: ProcessorContext, wanted: { most: number; busy: readonly string[] }): Promise<DueWork[]> =>
  findAll(ctx, looks, wanted)

async function findAll(ctx: ProcessorContext, kinds: readonly FindWork[], { most, busy }: { most: number; busy: readonly string[] }) {
  const found: DueWork[] = []
  for (const find of kinds) {
    if (found.length >= most) break
    found.push(...(await find(ctx, { most: most - found.length, busy })))
  }
  return found
}
