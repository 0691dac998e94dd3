import { createHmac, timingSafeEqual } from 'node:crypto'

/** How far the time of an event may be from ours, in both directions. */
const TOLERANCE_MS = 300_000

/** What the signature of an event is checked by. */
export interface SignatureCheck {
  /** Of the platform's endpoint and of the Connect endpoint, and of each a second one while it is rolled. */
  readonly secrets: readonly string[]
  readonly now: Date
}

/**
 * True when one of the secrets has signed these bytes within five minutes of now (docs.stripe.com/webhooks#verify-manually). The processor's own check
 * looks at the age alone, so an event of the future would pass it.
 */
export function isSignedEvent(body: Uint8Array, header: string, { secrets, now }: SignatureCheck): boolean {
  const parts = header.split(',').map((part) => part.split('=', 2))
  const time = parts.findLast(([name]) => name === 't')?.[1] ?? ''
  if (!/^\d{1,12}$/.test(time) || Math.abs(now.getTime() - Number(time) * 1_000) > TOLERANCE_MS) return false
  const signatures = parts.flatMap(([name, value = '']) =>
    name === 'v1' && /^[0-9a-f]{64}$/.test(value) ? [Buffer.from(value, 'hex')] : [],
  )
  return secrets.some((secret) => {
    if (secret.trim() === '') return false
    const expected = createHmac('sha256', secret).update(`${time}.`).update(body).digest()
    return signatures.some((signature) => timingSafeEqual(signature, expected))
  })
}
