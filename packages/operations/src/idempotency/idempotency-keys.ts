import type { Insert } from '@gateway/db/kernel/insert-together'
import { insertTogether } from '@gateway/db/kernel/insert-together'
import { causesOf } from '@gateway/db/kernel/causes'
import { deleteKeptAnswers, findKeptAnswers, replaceKeptAnswer } from '@gateway/db/kernel/kept-answer-queries'
import type { KeptAnswerEntity } from '@gateway/db/kernel/kept-answer.entity'
import type { Em, Orm } from '@gateway/db/orm'
import { DomainError } from '@gateway/domain/kernel/error'
import { IdempotencyInFlight, IdempotencyMismatch, RefusedBefore, type ToldRefusal } from '@gateway/domain/kernel/repeat'
import { createHash } from 'node:crypto'
import type { ApiContext } from '../kernel/context.ts'
import { batched } from '../kernel/batch-calls.ts'
import { openResponse, sealResponse } from './seal-response.ts'

/** A request that carries a key of its caller: the same one within a day is answered the same, and done once. */
export interface Asked {
  /** Who asks: a credential, or an address. */
  readonly caller: string
  /** What is asked for and of which object, whichever of its addresses was used. */
  readonly operation: string
  readonly key: string
  /** Everything that was sent, compared whatever the order of its members. */
  readonly body: unknown
}

/** Makes the row that keeps an answer; whoever writes it in the transaction of the effect makes the effect happen once. */
export interface Keep<Answer> {
  (answer: Answer): Insert
  /** The same for an effect whose answer comes later: the row names it, and whoever repeats the request waits for the answer too. */
  begun(reference: string): Insert
}

/** Keeps what an outcome is shown as. */
export const storeShown = <Outcome, Answer>(keep: Keep<Answer>, show: (outcome: Outcome) => Answer): Keep<Outcome> =>
  Object.assign((outcome: Outcome) => keep(show(outcome)), { begun: keep.begun })

/** Something to be done once, and how a repetition finds the answer of an effect that was begun and whose answer nobody has kept. */
export interface Work<Answer> {
  readonly first: (keep?: Keep<Answer>) => Promise<Answer>
  readonly resume?: ((reference: string) => Promise<Answer>) | undefined
}

/** An answer, and whether it was given before. */
export interface Answered<Answer> {
  readonly answer: Answer
  readonly isReplay: boolean
}

type AnswerContext = Pick<ApiContext, 'orm' | 'clock' | 'tokenKeys'>

interface Scoped {
  readonly scope: string
  readonly fingerprint: string
}

type Kept<Answer> = { readonly answer: Answer } | { readonly begun: string } | { readonly refusal: ToldRefusal }

const DAY_MS = 24 * 60 * 60 * 1_000
const MOST_SCOPES = 100

/**
 * Does `work` once for each key: a repeated request gets the answer of the first.
 *
 * The answer is a row with the key as its primary key, written in the transaction of the effect. So there is never an effect without its answer
 * or an answer without its effect, whatever dies, and of two processes that begin at once one commits and the other finds its answer. Work that
 * does not write the row itself has it written afterwards. An effect whose answer is not known when it is committed leaves its name in the row;
 * the answer takes its place.
 *
 * A refusal frees the key, because nothing happened. One that comes after the commit takes the place of the answer.
 *
 * @throws {IdempotencyInFlight} when this process is working on the first request.
 * @throws {IdempotencyMismatch} when the key belongs to another body.
 */
export async function answerOnce<Answer>(ctx: AnswerContext, asked: Asked | undefined, work: Work<Answer>): Promise<Answered<Answer>> {
  if (!asked) return { answer: await work.first(), isReplay: false }
  const scoped = { scope: digest([asked.caller, asked.operation, asked.key]), fingerprint: digest(asked.body) }
  return alone(ctx.orm, scoped.scope, async () => (await findAnswer(ctx, scoped, work)) ?? firstAnswer(ctx, scoped, work))
}

async function firstAnswer<Answer>(ctx: AnswerContext, scoped: Scoped, work: Work<Answer>): Promise<Answered<Answer>> {
  const left: { kept?: 'answer' | 'beginning' } = {}
  const row = (kept: Kept<Answer>, as: 'answer' | 'beginning'): Insert => {
    left.kept = as
    return rowOf(ctx, scoped, kept)
  }
  const keep = Object.assign((answer: Answer) => row({ answer }, 'answer'), {
    begun: (reference: string) => row({ begun: reference }, 'beginning'),
  })
  try {
    const answer = await work.first(keep)
    if (left.kept === undefined) await insertTogether(ctx.orm.em.fork(), [rowOf(ctx, scoped, { answer })])
    if (left.kept === 'beginning') await replace(ctx, scoped, { answer })
    return { answer, isReplay: false }
  } catch (error) {
    const won = isAnsweredElsewhere(error) ? await findAnswer(ctx, scoped, work) : undefined
    if (won) return won
    if (left.kept !== undefined && error instanceof DomainError && error.kind === 'unavailable')
      await replace(ctx, scoped, { refusal: error })
    throw error
  }
}

/** @throws {RefusedBefore} when the first request was refused after its effect was committed. */
async function findAnswer<Answer>(ctx: AnswerContext, scoped: Scoped, { resume }: Work<Answer>): Promise<Answered<Answer> | undefined> {
  const { scope, fingerprint } = scoped
  const row = await findRow(ctx.orm, scope)
  const until = new Date(ctx.clock.now().getTime() - DAY_MS)
  if (row && row.createdAt <= until) await deleteKeptAnswers(ctx.orm.em.fork(), { until, scope })
  if (!row || row.createdAt <= until) return undefined
  if (row.fingerprint !== fingerprint) throw new IdempotencyMismatch()
  // It was sealed as this type, under a digest of this operation.
  const kept = openResponse(ctx.tokenKeys.privateKey, scope, row.sealed) as Kept<Answer>
  if ('refusal' in kept) throw new RefusedBefore(kept.refusal)
  if ('answer' in kept) return { answer: kept.answer, isReplay: true }
  if (!resume) throw new Error('nobody can go on with what was begun')
  const answer = await resume(kept.begun)
  await replace(ctx, scoped, { answer })
  return { answer, isReplay: true }
}

/** Forgets the answers of yesterday. */
export const deleteExpiredResponses = (ctx: Pick<ApiContext, 'orm' | 'clock'>): Promise<void> =>
  deleteKeptAnswers(ctx.orm.em.fork(), { until: new Date(ctx.clock.now().getTime() - DAY_MS) })

/** Writes the row of an answer in the caller's transaction, where there is one to write. */
export async function storeResponse<Answer>(em: Em, keep: Keep<Answer> | undefined, answer: Answer): Promise<void> {
  if (keep) await insertTogether(em, [keep(answer)])
}

/** Requests that arrive together look for their answers together. */
const findRow = batched({
  most: MOST_SCOPES,
  work: async (orm, scopes: readonly string[]): Promise<(KeptAnswerEntity | undefined)[]> => {
    const rows = new Map((await findKeptAnswers(orm.em.fork(), { scopes })).map((row) => [row.scope, row]))
    return scopes.map((scope) => rows.get(scope))
  },
})

const rowOf = <Answer>(ctx: AnswerContext, { scope, fingerprint }: Scoped, kept: Kept<Answer>): Insert => ({
  into: 'kept_answer',
  rows: [{ scope, fingerprint, sealed: sealResponse(ctx.tokenKeys.privateKey, scope, kept), createdAt: ctx.clock.now() }],
})

/** Puts what came of an effect in the place of what was kept when it was committed. */
const replace = <Answer>(ctx: AnswerContext, { scope }: Scoped, came: { answer: Answer } | { refusal: DomainError }): Promise<void> =>
  replaceKeptAnswer(ctx.orm.em.fork(), { scope, sealed: sealResponse(ctx.tokenKeys.privateKey, scope, keptOf(came)) })

/** An error has more than it says, so what it says is picked. */
function keptOf<Answer>(came: { answer: Answer } | { refusal: DomainError }): Kept<Answer> {
  if ('answer' in came) return came
  const { code, message, details } = came.refusal
  return { refusal: { code, message, details } }
}

const isAnsweredElsewhere = (error: unknown): boolean =>
  causesOf(error).some((cause) => cause.code === '23505' && 'table' in cause && cause.table === 'kept_answer')

const underWay = new WeakMap<Orm, Set<string>>()

async function alone<T>(orm: Orm, scope: string, work: () => Promise<T>): Promise<T> {
  const scopes = underWay.get(orm) ?? new Set()
  underWay.set(orm, scopes)
  if (scopes.has(scope)) throw new IdempotencyInFlight()
  scopes.add(scope)
  try {
    return await work()
  } finally {
    scopes.delete(scope)
  }
}

const digest = (value: unknown): string => createHash('sha256').update(JSON.stringify(value, sortMembers)).digest('hex')

/** Members in the order of their names, so that two spellings of one object are the same text. */
function sortMembers(_name: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
}
