import { z } from 'zod'
import { isSignedEvent, type SignatureCheck } from './event-signature.ts'

/** What the inbox records of an event. Its object is read again by its id; nothing else of the body counts. */
export interface ProcessorEvent {
  readonly id: string
  /** `snapshot` has an effect; `thin`, an event of the second interface, and one of a shape of its own are recorded only. */
  readonly kind: 'snapshot' | 'thin' | 'other'
  readonly type: string
  /** The merchant's account that it happened on; null for the platform's own. */
  readonly account: string | null
  readonly isLive: boolean
  /** Kind and id of the object that changed; null where the event names none. */
  readonly objectType: string | null
  readonly objectId: string | null
}

const Snapshot = z.object({
  id: z.string().min(1).max(255),
  object: z.literal('event'),
  type: z.string().max(255),
  account: z.string().max(255).nullish(),
  livemode: z.boolean(),
  data: z.object({ object: z.object({ object: z.string().max(255), id: z.string().max(255).nullish() }) }),
})

const Other = z.object({
  id: z.string().min(1).max(255),
  object: z.string().optional(),
  type: z.string().max(255).catch('unknown'),
  livemode: z.boolean().catch(false),
})

/**
 * Reads a signed event; undefined when the signature is wrong or too old, and when signed bytes name no event at all, which the processor never sends.
 * An event of an unexpected shape is one to record: refusing it would have it repeated for days.
 */
export function readEvent(body: Uint8Array, header: string | undefined, check: SignatureCheck): ProcessorEvent | undefined {
  if (header === undefined || !isSignedEvent(body, header, check)) return undefined
  const parsed = parseJson(body)
  const snapshot = Snapshot.safeParse(parsed).data
  if (snapshot !== undefined) {
    const { id, type, account, livemode: isLive, data } = snapshot
    return {
      id,
      kind: 'snapshot',
      type,
      account: account ?? null,
      isLive,
      objectType: data.object.object,
      objectId: data.object.id ?? null,
    }
  }
  const other = Other.safeParse(parsed).data
  return (
    other && {
      id: other.id,
      kind: kindOf(other.object),
      type: other.type,
      account: null,
      isLive: other.livemode,
      objectType: null,
      objectId: null,
    }
  )
}

const kindOf = (object: string | undefined): 'thin' | 'other' => (object === 'v2.core.event' ? 'thin' : 'other')

function parseJson(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body))
  } catch {
    return undefined
  }
}
