import { createHmac } from 'node:crypto'
import type { Case } from './case.ts'
import { type Check, lineOf, rowsOf } from './judgement.ts'
import { outOfOrder } from './first-attempts.ts'
import { type Attempt, objectOf, readReceiver } from './receiver-log.ts'

/** A stored event; `state` is its payment's, null for the event of a business. */
interface Told {
  readonly id: string
  readonly object_id: string
  readonly sequence: number
  readonly type: string
  readonly state: string | null
  readonly delivery: string | null
}

/** A Lightning payment and its business. */
interface Owned {
  readonly id: string
  readonly business_id: string
}

/** The events of a payment by its end; a reorg may add steps between them, never remove one. */
const lives: Readonly<Record<string, readonly string[]>> = {
  forwarded: ['created', 'pending', 'confirming', 'completed', 'confirmed', 'forwarding', 'forwarded'],
  expired: ['created', 'expired'],
}
/** Events that occur once per payment, whatever the chain does. */
const ONCE = ['created', 'completed', 'confirmed', 'forwarding', 'forwarded', 'expired', 'failed', 'refunded']

/** C6: every event arrived, under one id, signed and in order; each payment's events are numbered 1 to n and form its life. */
export const deliveries: Check = {
  id: 'C6',
  sentence: 'the event of each transition was delivered, ids stable, sequences 1..n, first attempts in order, signatures good',
  find: async (evidence) => {
    const { attempts, absences } = readReceiver(evidence.judged.receiverLog)
    const query = `SELECT e.id, e.object_id, e.sequence, e.type, p.state, d.state AS delivery FROM event e LEFT JOIN payment p ON p.id = e.object_id
      LEFT JOIN delivery d ON d.event_id = e.id ORDER BY e.object_id, e.sequence`
    const events = await rowsOf<Told>(evidence, query)
    const sends = await rowsOf<Owned>(evidence, 'SELECT id, business_id FROM lightning_payment')
    const accepted = new Map(attempts.filter(({ status }) => status >= 200 && status < 300).map((attempt) => [attempt.id, attempt]))
    const lost = events.filter((event) => !matches(event, accepted.get(event.id)))
    const broken = [
      ...lost.map((event) => lineOf({ problem: 'not delivered as stored', event })),
      ...changing(attempts),
      ...outOfOrder({ attempts, absences }).map((one) => lineOf({ problem: 'a later event was tried first', ...one })),
      ...forged(attempts, evidence.judged, sends),
      ...wrongLives(events, evidence.judged),
    ]
    return { figure: `${events.length - lost.length} of ${events.length} events, ${attempts.length} requests`, broken }
  },
}

const matches = (event: Told, attempt: Attempt | undefined): boolean =>
  attempt !== undefined && objectOf(attempt) === event.object_id && attempt.sequence === event.sequence && attempt.type === event.type

/** Two ids or two bodies for one step of one object. */
function changing(attempts: readonly Attempt[]): string[] {
  const first = new Map<string, Attempt>()
  return attempts.flatMap((attempt) => {
    const step = `${objectOf(attempt)} ${attempt.sequence}`
    const earlier = first.get(step) ?? attempt
    first.set(step, earlier)
    return earlier.id === attempt.id && earlier.body === attempt.body
      ? []
      : [lineOf({ problem: 'a repeat differs', step, ids: [earlier.id, attempt.id] })]
  })
}

/** The signature covers the time and exactly the received bytes, with the shop's own secret. */
function forged(
  attempts: readonly Attempt[],
  { orders, escrows, series, cards, invoices, shops }: Case,
  sends: readonly Owned[],
): string[] {
  const known = [
    ...shops.map(({ businessId }) => [businessId, businessId] as const),
    ...sends.map(({ id, business_id }) => [id, business_id] as const),
    ...[...orders, ...escrows, ...series, ...cards, ...invoices].flatMap(({ id, businessId }) =>
      businessId === undefined ? [] : [[id, businessId] as const],
    ),
  ]
  const businesses = new Map(known)
  const secrets = new Map(shops.map(({ businessId, secret }) => [businessId, secret]))
  return attempts.flatMap((attempt) => {
    const business = businesses.get(objectOf(attempt))
    // A payment whose creation response was lost; its shop is unknown here.
    if (business === undefined) return []
    const mac = createHmac('sha256', secrets.get(business) ?? '').update(`${attempt.signedAt}.${attempt.body}`)
    return attempt.signature === `t=${attempt.signedAt},v1=${mac.digest('hex')}`
      ? []
      : [lineOf({ problem: 'the signature is invalid', id: attempt.id })]
  })
}

function wrongLives(events: readonly Told[], { orders }: Case): string[] {
  const returned = new Set(orders.flatMap(({ id, returnTo }) => (returnTo === undefined ? [] : [id])))
  return [...Map.groupBy(events, ({ object_id: id }) => id)].flatMap(([id, own]) => {
    const types = own.map(({ type }) => type.replace('payment.', ''))
    const counts = own.every(({ sequence }, index) => sequence === index + 1)
    const once = ONCE.every((type) => types.filter((one) => one === type).length <= 1)
    const life = [...(lives[own[0]?.state ?? ''] ?? []), ...(returned.has(id) ? ['refunded'] : [])]
    return counts && once && isWithin(life, types) && types.includes('refunded') === returned.has(id)
      ? []
      : [lineOf({ problem: 'not the life of a payment', id, state: own[0]?.state, types })]
  })
}

/** The steps occur in this order, with any steps between them. */
function isWithin(steps: readonly string[], types: readonly string[]): boolean {
  const rest = types.reduce((left, type) => (left[0] === type ? left.slice(1) : left), [...steps])
  return rest.length === 0
}
