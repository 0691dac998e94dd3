import { findLightningRequest, renewRequest, withdrawRequest } from '@gateway/db/lightning/request-queries'
import type { LightningRequestEntity } from '@gateway/db/lightning/lightning-request.entity'
import { LightningAway } from '@gateway/domain/lightning/errors'
import { NotFound } from '@gateway/domain/kernel/error'
import { awaitAnswer } from '../../kernel/await-answer.ts'
import type { ApiContext } from '../../kernel/context.ts'
import { queueNotification } from '../../kernel/notifications.ts'
import { transaction } from '../../kernel/transaction.ts'
import { readRequest } from './read-request.ts'
import { refusalError } from './refusal-error.ts'

type Waiting = Pick<ApiContext, 'orm' | 'clock' | 'hear' | 'ids'>

/**
 * Waits until a request was taken: its payment is booked. One that the role has not begun within ten seconds is withdrawn, so that nothing happens behind the
 * caller's back.
 *
 * @throws {LightningAway} when it was withdrawn.
 * @throws {InsufficientBalance} {AlreadyPaid} {InvalidDestination} {InvalidSats} {TooManySats} when it was refused.
 */
export async function awaitTaken(ctx: Waiting, { id }: { id: string }): Promise<void> {
  const ended = await awaitAnswer(ctx, { channel: 'lightning_answered', payload: id }, () => findEnded(ctx, id))
  if (ended === undefined) return requireTaken(ctx, { id })
  throwUnlessTaken(ended)
}

/** Withdraws a request whose time is over, unless it was taken. @throws as `awaitTaken`. */
export async function requireTaken(ctx: Waiting, { id }: { id: string }): Promise<void> {
  throwUnlessTaken(await withdraw(ctx, id))
}

function throwUnlessTaken({ state, refusal }: LightningRequestEntity): void {
  if (refusal) throw refusalError(refusal)
  if (state === 'withdrawn') throw new LightningAway()
}

/** A repeat of the request that was withdrawn tries the same again: what it pays was resolved once. */
export async function askAgain(ctx: Waiting, { id }: { id: string }): Promise<void> {
  await transaction(ctx, async (em) => {
    const request = await findLightningRequest(em, { id })
    // A taken one was forgotten after a day, as its idempotency key was.
    if (!request) throw new NotFound('Lightning payment')
    await renewRequest(em, { id, tryAt: ctx.clock.now() })
    queueNotification(em, { channel: 'lightning_due', payload: request.kind })
  })
}

async function findEnded(ctx: Waiting, id: string): Promise<LightningRequestEntity | undefined> {
  const found = await readRequest(ctx, { id })
  if (!found) throw new Error(`there is no request ${id}`)
  return found.state === 'waiting' ? undefined : found
}

async function withdraw(ctx: Waiting, id: string): Promise<LightningRequestEntity> {
  await withdrawRequest(ctx.orm.em.fork(), { id, endedAt: ctx.clock.now() })
  const ended = await findEnded(ctx, id)
  if (!ended) throw new LightningAway()
  return ended
}
