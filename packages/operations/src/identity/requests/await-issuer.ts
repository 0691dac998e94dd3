import { findIssuerRequest, renewIssuerRequest, withdrawIssuerRequest } from '@gateway/db/identity/issuer-request-queries'
import type { IssuerRequestEntity } from '@gateway/db/identity/issuer-request.entity'
import { IssuerAway } from '@gateway/domain/identity/errors'
import { NotFound } from '@gateway/domain/kernel/error'
import { awaitAnswer } from '../../kernel/await-answer.ts'
import type { ApiContext } from '../../kernel/context.ts'
import { queueNotification } from '../../kernel/notifications.ts'
import { transaction } from '../../kernel/transaction.ts'

type Waiting = Pick<ApiContext, 'orm' | 'clock' | 'hear' | 'ids'>

/** Longer than a busy issuer needs, and short enough for somebody who waits. */
const WITHIN_MS = 5_000

/**
 * Waits until the issuer has taken a request. One that it has not within five seconds is withdrawn, so that nothing happens behind the caller's back.
 *
 * @throws {IssuerAway} when it was withdrawn.
 */
export async function awaitIssuer(ctx: Waiting, { id }: { id: string }): Promise<IssuerRequestEntity> {
  const answered = { channel: 'issuer_answered', payload: id, withinMs: WITHIN_MS } as const
  const ended = (await awaitAnswer(ctx, answered, () => findEnded(ctx, id))) ?? (await withdraw(ctx, id))
  if (ended?.state !== 'taken') throw new IssuerAway()
  return ended
}

/** A repeat of a request that was withdrawn asks again. @throws {NotFound} when it was forgotten. */
export async function askIssuerAgain(ctx: Waiting, { id }: { id: string }): Promise<void> {
  await transaction(ctx, async (em) => {
    if (!(await findIssuerRequest(em, { id }))) throw new NotFound('request')
    await renewIssuerRequest(em, { id, tryAt: ctx.clock.now() })
    queueNotification(em, { channel: 'issuer_due', payload: '' })
  })
}

async function findEnded(ctx: Waiting, id: string): Promise<IssuerRequestEntity | undefined> {
  const found = await findIssuerRequest(ctx.orm.em.fork(), { id })
  if (!found) throw new Error(`there is no request ${id}`)
  return found.state === 'waiting' ? undefined : found
}

async function withdraw(ctx: Waiting, id: string): Promise<IssuerRequestEntity | undefined> {
  await withdrawIssuerRequest(ctx.orm.em.fork(), { id, endedAt: ctx.clock.now() })
  return findEnded(ctx, id)
}
