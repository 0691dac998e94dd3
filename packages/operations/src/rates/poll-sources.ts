import type { RateSourceEntity } from '@gateway/db/rates/rate-source.entity'
import { tables } from '@gateway/db/tables'
import { messageOf } from '@gateway/domain/kernel/error'
import { isOpen, restMs } from '@gateway/domain/rates/circuit'
import type { ReferenceRates } from '@gateway/domain/rates/reference'
import type { SourceAnswer, Tick } from '@gateway/domain/rates/source-quote'
import { fetchBody } from '@gateway/providers/rates/fetch-body'
import type { Feeds, Placed } from '@gateway/providers/rates/feeds'
import { createHash } from 'node:crypto'
import type { Context } from '../kernel/context.ts'

/** The dependencies of a poll of the rate sources. */
export type PollContext = Pick<Context, 'orm' | 'clock' | 'log'>

/** The answers of the sources in one poll. */
export interface PolledAnswer {
  readonly answers: readonly SourceAnswer[]
  /** Absent when the central bank was not asked, or did not answer. */
  readonly reference: ReferenceRates | undefined
}

type State = Pick<RateSourceEntity, 'name' | 'askedAt' | 'answeredAt' | 'failures' | 'problem' | 'restsUntil' | 'digest' | 'sameSince'>

/** A request to a source, and the reader of its answer. */
interface Question<Said> extends Placed<{ readonly name: string; read(body: string): Said }> {
  /** How long the source is not asked again after an answer. */
  readonly contentMs: number
}

interface Outcome<Said> {
  readonly state: State
  readonly said: Said | undefined
}

/** The central bank publishes once a day. */
const BANK_MS = 60 * 60 * 1_000
const LONGEST_PROBLEM = 200

/** Polls every source whose circuit allows it, concurrently, and records each outcome. A source that fails is missing from the answers. */
export async function pollSources(ctx: PollContext, { prices, reference }: Feeds): Promise<PolledAnswer> {
  const known = new Map(
    (await tables(ctx.orm.em.fork()).selectFrom('rate_source').selectAll().execute()).map((state) => [state.name, state]),
  )
  const isDue = ({ feed }: { feed: { name: string } }) => (known.get(feed.name)?.restsUntil ?? new Date(0)) <= ctx.clock.now()
  const due = prices.filter(isDue)
  const bank = reference && isDue(reference) ? reference : undefined
  const [ticked, official] = await Promise.all([
    Promise.all(due.map((placed) => ask<Tick[]>(ctx, { ...placed, contentMs: 0 }, known.get(placed.feed.name)))),
    bank && ask<ReferenceRates>(ctx, { ...bank, contentMs: BANK_MS }, known.get(bank.feed.name)),
  ])
  const outcomes = [...ticked, ...(official ? [official] : [])]
  await note(
    ctx,
    outcomes.map(({ state }) => state),
  )
  tellCircuits(
    ctx,
    outcomes.map(({ state }) => ({ state, before: known.get(state.name) })),
  )
  return { answers: ticked.flatMap(answerOf), reference: official?.said }
}

async function ask<Said>(ctx: PollContext, question: Question<Said>, before: State | undefined): Promise<Outcome<Said>> {
  const askedAt = ctx.clock.now()
  const { name } = question.feed
  try {
    const { text, at } = await fetchBody(question.url, () => ctx.clock.now())
    const said = question.feed.read(text)
    const digest = createHash('sha256').update(text).digest('hex')
    const sameSince = before?.digest === digest ? before.sameSince : at
    const restsUntil = after(at, question.contentMs)
    return { said, state: { name, askedAt, answeredAt: at, failures: 0, problem: null, restsUntil, digest, sameSince } }
  } catch (error) {
    return { said: undefined, state: failed({ name, askedAt, problem: problemOf(error) }, before) }
  }
}

function failed(failure: { name: string; askedAt: Date; problem: string }, before: State | undefined): State {
  const { answeredAt = null, digest = null, sameSince = null, failures: earlier = 0 } = before ?? {}
  const failures = earlier + 1
  return { ...failure, failures, restsUntil: after(failure.askedAt, restMs(failures)), answeredAt, digest, sameSince }
}

const after = (at: Date, ms: number): Date => new Date(at.getTime() + ms)

/** The problem, without any text of the source. For a failed request it is the cause. */
const problemOf = (error: unknown): string =>
  messageOf(error instanceof TypeError && error.cause !== undefined ? error.cause : error).slice(0, LONGEST_PROBLEM) || 'failed'

function answerOf({ state, said }: Outcome<Tick[]>): SourceAnswer[] {
  const { name: source, answeredAt, sameSince } = state
  return said && answeredAt && sameSince ? [{ source, fetchedAt: answeredAt, sameSince, ticks: said }] : []
}

async function note(ctx: PollContext, states: readonly State[]): Promise<void> {
  if (states.length === 0) return
  await tables(ctx.orm.em.fork())
    .insertInto('rate_source')
    .values([...states])
    .onConflict((oc) =>
      oc.column('name').doUpdateSet((eb) => ({
        askedAt: eb.ref('excluded.askedAt'),
        answeredAt: eb.ref('excluded.answeredAt'),
        failures: eb.ref('excluded.failures'),
        problem: eb.ref('excluded.problem'),
        restsUntil: eb.ref('excluded.restsUntil'),
        digest: eb.ref('excluded.digest'),
        sameSince: eb.ref('excluded.sameSince'),
      })),
    )
    .execute()
}

/** Logs when a circuit opens or closes; metrics show the rest. */
function tellCircuits(ctx: PollContext, changes: readonly { state: State; before: State | undefined }[]): void {
  for (const { state, before } of changes) {
    const wasOpen = isOpen(before?.failures ?? 0)
    if (isOpen(state.failures) && !wasOpen) ctx.log.warn({ source: state.name, problem: state.problem }, 'rate source circuit opened')
    if (wasOpen && state.failures === 0) ctx.log.info({ source: state.name }, 'rate source circuit closed')
  }
}
