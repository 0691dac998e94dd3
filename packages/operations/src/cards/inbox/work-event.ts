import { claimEvent, type EventKey, saveProcessorEvent } from '@gateway/db/cards/processor/event-queries'
import type { ProcessorEventEntity } from '@gateway/db/cards/processor/processor-event.entity'
import type { ProcessorContext } from '../lifecycle/processor-context.ts'
import { leaseUntil, nextTry } from '../lifecycle/next-try.ts'
import { eventEffects, type EventOutcome } from './event-effects.ts'
import { PLATFORM_ACCOUNT } from './receive-event.ts'

/** Works on a due event, unless another process does. One whose object could not be read stays due. */
export async function workEvent(ctx: ProcessorContext, key: EventKey): Promise<void> {
  const now = ctx.clock.now()
  const event = await claimEvent(ctx.orm.em.fork(), { ...key, now, until: leaseUntil(now) })
  if (!event) return
  const outcome = await effectOf(ctx, event)
  await saveProcessorEvent(ctx.orm.em.fork(), { ...key, ...recordOf(ctx, event, outcome) })
}

async function effectOf(ctx: ProcessorContext, { type, objectId, accountId }: ProcessorEventEntity): Promise<EventOutcome | 'unused'> {
  const effect = Object.hasOwn(eventEffects, type) ? eventEffects[type] : undefined
  if (!effect || objectId === null) return 'unused'
  return effect(ctx, { id: objectId, account: accountId === PLATFORM_ACCOUNT ? null : accountId })
}

/** An object that is not there, or not ours to read, stays so. */
function recordOf({ clock }: ProcessorContext, { calls }: ProcessorEventEntity, outcome: EventOutcome | 'unused') {
  const tryAt = nextTry(clock.now(), calls)
  if (outcome === 'early') return { tryAt, outcome }
  if (typeof outcome === 'string') return { tryAt: null, outcome }
  const words = `${outcome.result} ${outcome.status ?? 'no answer'}`
  return { tryAt: outcome.result === 'refused' ? null : tryAt, outcome: words }
}
