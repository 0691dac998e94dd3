import { readFileSync } from 'node:fs'

/** An object of the processor that moves or stands for money; amounts in the smallest unit. */
export interface Effect {
  readonly object:
    | 'application_fee'
    | 'charge'
    | 'checkout.session'
    | 'fee_refund'
    | 'payment_intent'
    | 'refund'
    | 'transfer'
    | 'transfer_reversal'
  readonly id: string
  readonly amount?: number
  readonly amount_refunded?: number
  readonly status?: string
  readonly metadata?: Readonly<Record<string, string>>
  readonly payment_intent?: string | null
  readonly charge?: string
  readonly transfer?: string
  readonly transfer_group?: string | null
}

interface Written {
  readonly effects: readonly { readonly object: Effect }[]
  readonly events: readonly { readonly id: string; readonly type: string }[]
  readonly undelivered: number
}

/** What the processor did, by its own log. */
export interface CardLog {
  readonly effects: readonly Effect[]
  readonly events: Written['events']
  readonly undelivered: number
  /** What came of each intent; a payment intent comes of its page. */
  readonly byIntent: ReadonlyMap<string, readonly Effect[]>
}

const made: ReadonlySet<Effect['object']> = new Set(['checkout.session', 'fee_refund', 'refund', 'transfer', 'transfer_reversal'])

/** Reads the log of the processor's double, as the harness has written it. */
export function readCardLog(file: string): CardLog {
  const { effects: written, events, undelivered } = JSON.parse(readFileSync(file, 'utf8')) as Written // The double writes this shape.
  const effects = written.map(({ object }) => object)
  const byIntent = Map.groupBy(
    effects.filter(({ object }) => made.has(object)),
    ({ metadata }) => metadata?.['intent_id'] ?? 'none',
  )
  return { effects, events, undelivered, byIntent }
}
