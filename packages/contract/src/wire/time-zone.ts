import { type Read, scalar } from './scalar.ts'

const SHAPE = /^[A-Za-z][A-Za-z0-9_+/-]{0,63}$/

/** A time zone by its IANA name. Offsets such as +01:00 are rejected, because they lack daylight saving. */
export const TimeZone = scalar<string, string>(readZone, {
  description: 'Calendar days are counted in this IANA time zone. A new business has UTC.',
  example: 'Europe/Berlin',
  type: 'string',
})

function readZone(raw: unknown): Read<string> {
  const isKnown = typeof raw === 'string' && SHAPE.test(raw) && isZone(raw)
  return isKnown ? { value: raw } : { problem: 'must be an IANA time zone, such as Europe/Berlin' }
}

function isZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    // The runtime reports an unknown zone only by throwing.
    return false
  }
}
