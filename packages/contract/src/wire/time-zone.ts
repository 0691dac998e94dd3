import { isTimeZone } from '@gateway/domain/businesses/time-zone'
import { type Read, scalar } from './scalar.ts'

/** A time zone by its IANA name. Offsets such as +01:00 are rejected, because they lack daylight saving. */
export const TimeZone = scalar<string, string>(readZone, {
  description: 'Calendar days are counted in this IANA time zone. A new business has UTC.',
  example: 'Europe/Berlin',
  type: 'string',
})

function readZone(raw: unknown): Read<string> {
  const isKnown = typeof raw === 'string' && isTimeZone(raw)
  return isKnown ? { value: raw } : { problem: 'must be an IANA time zone, such as Europe/Berlin' }
}
