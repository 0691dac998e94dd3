import type { Insert } from '@gateway/db/kernel/insert-together'
import { insertTogether } from '@gateway/db/kernel/insert-together'
import { causesOf } from '@gateway/db/kernel/causes'
import {
  deleteIdempotencyRecord,
  deleteIdempotencyRecords,
  findIdempotencyRecords,
  replaceIdempotencyRecord,
} from '@gateway/db/kernel/idempotency/idempotency-record-queries'
import type { IdempotencyRecordEntity } from '@gateway/db/kernel/idempotency/idempotency-record.entity'
import type { Em, Orm } from '@gateway/db/orm'
import { DomainError } from '@gateway/domain/kernel/error'
import { AnsweredLater, IdempotencyInFlight, IdempotencyMismatch, RefusedBefore, type ToldRefusal } from '@gateway/domain/kernel/repeat'
import { createHash } from 'node:crypto'
import type { ApiContext } from '../kernel/context.ts'
import { batched } from '../kernel/batch-calls.ts'
import { openResponse, sealResponse } from './seal-response.ts'

/** A request with an idempotency key: repeated within a day, it is executed once and gets the same response. */
export interface Asked {
  /** A credential or an address. */
  readonly caller: string
  /** The operation and its object, whichever URL alias was used. */
  readonly operation: string
  readonly key: string
  /** The whole body, compared without regard to member order. */
  readonly body: unknown
}

/** Builds the row of a stored response; written in the transaction of the effect, it makes the effect happen once. */
export interface Keep<Answer> {
  (answer: Answer): Insert
  /** The same for an effect whose response comes later: the row names it, and a repeated request waits for the response too. */
  begun(reference: string): Insert
}

/** Stores the presented form of an outcome. */
export const storeShown = <Outcome, Answer>(keep: Keep<Answer>, show: (outcome: Outcome) => Answer): Keep<Outcome> =>
  Object.assign((outcome: Outcome) => keep(show(outcome)), { begun: keep.begun })

/** An effect to execute once, and how a repeated request finds the response of one that was only begun. */
export interface Work<Answer> {
  readonly first: (keep?: Keep<Answer>) => Promise<Answer>
  readonly resume?: ((reference: string) => Promise<Answer>) | undefined
  /** True of a refusal after which nothing can come any more of what was begun, not by a repeat either: it frees the key. */
  readonly frees?: ((error: unknown) => boolean) | undefined
  /** What is stored of a response, and so repeated; all of it by default. */
  readonly repeated?: ((answer: Answer) => Answer) | undefined
}

/** A response, and whether it is a replay. */
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
const MAX_SCOPES = 100

/**
 * Executes `work` once for each key: a repeated request gets the response of the first.
 *
 * The response is a row with the key as primary key, written in the transaction of the effect, so that neither exists without the other and of
 * two concurrent processes one commits. A response that is unknown at that commit replaces the row later. A refusal frees the key, because
 * nothing happened; one after the commit is stored as the response.
 *
 * @throws {IdempotencyInFlight} when this process is working on the first request.
 * @throws {IdempotencyMismatch} when the key belongs to another body.
 */
export async function answerOnce<Answer>(ctx: AnswerContext, asked: Asked | undefined, work: Work<Answer>): Promise<Answered<Answer>> {
  if (!asked) return { answer: await work.first(), isReplay: false }
  const scoped = { scope: digest([asked.caller, asked.operation, asked.key]), fingerprint: digest(asked.body) }
  return alone(ctx.orm, scoped.scope, async () => (await findAnswer(ctx, scoped, work)) ?? firstAnswer(ctx, scoped, work))
}

/** The row that a first request has built, which its effect may have stored. */
interface Left {
  kept?: 'answer' | 'beginning'
  sealed?: string
}

async function firstAnswer<Answer>(ctx: AnswerContext, scoped: Scoped, work: Work<Answer>): Promise<Answered<Answer>> {
  const { repeated = whole } = work
  const left: Left = {}
  const row = (kept: Kept<Answer>, as: 'answer' | 'beginning'): Insert => {
    const sealed = sealResponse(ctx.tokenKeys.privateKey, scoped.scope, kept)
    Object.assign(left, { kept: as, sealed })
    return rowOf(ctx, scoped, sealed)
  }
  const keep = Object.assign((answer: Answer) => row({ answer: repeated(answer) }, 'answer'), {
    begun: (reference: string) => row({ begun: reference }, 'beginning'),
  })
  try {
    const answer = await work.first(keep)
    if (left.kept === undefined) await insertTogether(ctx.orm.em.fork(), [row({ answer: repeated(answer) }, 'answer')])
    else if (left.kept === 'beginning') await replace(ctx, scoped, { answer: repeated(answer) })
    return { answer, isReplay: false }
  } catch (error) {
    const won = isAnsweredElsewhere(error) ? await findAnswer(ctx, scoped, work) : undefined
    if (won) return won
    await keepOutcome(ctx, { scoped, left, frees: work.frees }, error)
    throw error
  }
}

/** What was stored of a first request that failed. */
interface Failed {
  readonly scoped: Scoped
  readonly left: Left
  readonly frees: Work<unknown>['frees']
}

/** Frees the key of what was begun and came to nothing; stores a refusal that followed the effect. */
async function keepOutcome(ctx: AnswerContext, { scoped, left: { kept, sealed }, frees }: Failed, error: unknown): Promise<void> {
  if (sealed === undefined) return
  if (kept === 'beginning' && frees?.(error)) return free(ctx, { scope: scoped.scope, sealed })
  if (isRefusedAfter(error)) await replace(ctx, scoped, { refusal: error })
}

/** @throws {RefusedBefore} when the first request was refused after its effect was committed. */
async function findAnswer<Answer>(
  ctx: AnswerContext,
  scoped: Scoped,
  { resume, frees, repeated = whole }: Work<Answer>,
): Promise<Answered<Answer> | undefined> {
  const { scope, fingerprint } = scoped
  const row = await findRow(ctx.orm, scope)
  const until = new Date(ctx.clock.now().getTime() - DAY_MS)
  if (row && row.createdAt <= until) await deleteIdempotencyRecords(ctx.orm.em.fork(), { until, scope })
  if (!row || row.createdAt <= until) return undefined
  if (row.fingerprint !== fingerprint) throw new IdempotencyMismatch()
  // It was sealed as this type, under a digest of this operation.
  const kept = openResponse(ctx.tokenKeys.privateKey, scope, row.sealed) as Kept<Answer>
  if ('refusal' in kept) throw new RefusedBefore(kept.refusal)
  if ('answer' in kept) return { answer: kept.answer, isReplay: true }
  if (!resume) throw new Error('this operation cannot resume a begun request')
  const answer = repeated(
    await resume(kept.begun).catch(async (error: unknown) => {
      if (frees?.(error)) await free(ctx, row)
      throw error
    }),
  )
  await replace(ctx, scoped, { answer })
  return { answer, isReplay: true }
}

const whole = <Answer>(answer: Answer): Answer => answer

/** Deletes responses that are older than a day. */
export const deleteExpiredResponses = (ctx: Pick<ApiContext, 'orm' | 'clock'>): Promise<void> =>
  deleteIdempotencyRecords(ctx.orm.em.fork(), { until: new Date(ctx.clock.now().getTime() - DAY_MS) })

/** Writes the row of a response in the caller's transaction, if the request has a key. */
export async function storeResponse<Answer>(em: Em, keep: Keep<Answer> | undefined, answer: Answer): Promise<void> {
  if (keep) await insertTogether(em, [keep(answer)])
}

/** Batches the lookups of concurrent requests. */
const findRow = batched({
  most: MAX_SCOPES,
  work: async (orm, scopes: readonly string[]): Promise<(IdempotencyRecordEntity | undefined)[]> => {
    const rows = new Map((await findIdempotencyRecords(orm.em.fork(), { scopes })).map((row) => [row.scope, row]))
    return scopes.map((scope) => rows.get(scope))
  },
})

const rowOf = (ctx: AnswerContext, { scope, fingerprint }: Scoped, sealed: string): Insert => ({
  into: 'idempotency_record',
  rows: [{ scope, fingerprint, sealed, createdAt: ctx.clock.now() }],
})

/** Forgets the row of a request that came to nothing, and no row that has taken its place. */
const free = (ctx: AnswerContext, row: { readonly scope: string; readonly sealed: string }): Promise<void> =>
  deleteIdempotencyRecord(ctx.orm.em.fork(), row)

/** Replaces the row that was stored at the commit with the outcome. */
const replace = <Answer>(ctx: AnswerContext, { scope }: Scoped, came: { answer: Answer } | { refusal: DomainError }): Promise<void> =>
  replaceIdempotencyRecord(ctx.orm.em.fork(), { scope, sealed: sealResponse(ctx.tokenKeys.privateKey, scope, keptOf(came)) })

/** Picks the members of an error that its response shows. */
function keptOf<Answer>(came: { answer: Answer } | { refusal: DomainError }): Kept<Answer> {
  if ('answer' in came) return came
  const { code, kind, message, details } = came.refusal
  return { refusal: { code, kind, message, details } }
}

/** True for a refusal that follows the committed effect; an answer that comes later is waited for again. */
const isRefusedAfter = (error: unknown): error is DomainError =>
  error instanceof DomainError && (error.kind === 'unavailable' || error.kind === 'failed_elsewhere') && !(error instanceof AnsweredLater)

const isAnsweredElsewhere = (error: unknown): boolean =>
  causesOf(error).some((cause) => cause.code === '23505' && 'table' in cause && cause.table === 'idempotency_record')

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

/** Sorts members by name, so that equal objects have equal text. */
function sortMembers(_name: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
}
