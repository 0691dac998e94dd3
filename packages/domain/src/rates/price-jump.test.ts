import { describe, expect, test } from 'vitest'
import type { SnapshotPrice, Hold } from './rate-snapshot.ts'
import { type Candidate, isWaitingJump } from './price-jump.ts'

const now = new Date('2026-10-01T12:00:00.000Z')
const ago = (seconds: number): string => new Date(now.getTime() - seconds * 1_000).toISOString()
const at = (price: number) => ({ digits: BigInt(price), scale: 0 })
const last = (seconds = 30): SnapshotPrice => ({ price: '60000', asOf: ago(seconds), sources: [] })
const held = (price: number, needs: Hold['needs'] = 'agreement'): Hold => ({ price: String(price), since: ago(30), sources: [], needs })

const candidate = (price: number, changes: Partial<Candidate> = {}): Candidate => ({
  price: at(price),
  sourceCount: 3,
  last: last(),
  hold: undefined,
  confirmed: [],
  now,
  ...changes,
})

describe('a new price', () => {
  test.each<[string, Candidate, Hold['needs'] | undefined]>([
    ['is used at once when it is the first', candidate(60_000, { last: undefined }), undefined],
    ['is used at once within a tenth', candidate(66_000), undefined],
    ['waits when it is more than a tenth higher within a minute', candidate(66_001), 'agreement'],
    ['waits when it is more than a tenth lower within a minute', candidate(53_999), 'agreement'],
    ['is used when the last one is older than a minute', candidate(67_000, { last: last(61) }), undefined],
    ['is used when the cycle before said the same', candidate(67_000, { hold: held(67_900) }), undefined],
    ['waits on when the cycle before said something else', candidate(67_000, { hold: held(75_000) }), 'agreement'],
    ['waits on although the last price has grown old meanwhile', candidate(67_000, { last: last(300), hold: held(75_000) }), 'agreement'],
    ['is used when it comes back', candidate(61_000, { hold: held(75_000) }), undefined],
    ['waits for a person above half', candidate(90_001), 'operator'],
    ['waits for a person below half', candidate(29_999), 'operator'],
    ['waits for a person above half however old the last one is', candidate(6_000_000, { last: last(86_400) }), 'operator'],
    ['waits for a person although it is said again', candidate(6_000_000, { hold: held(6_000_000, 'operator') }), 'operator'],
    ['is not agreed with by what waited for a person', candidate(67_000, { hold: held(67_000, 'operator') }), 'agreement'],
    ['is used when a person has confirmed it', candidate(95_000, { hold: held(95_000, 'operator'), confirmed: [at(94_000)] }), undefined],
    [
      'waits when a person has confirmed another',
      candidate(95_000, { hold: held(95_000, 'operator'), confirmed: [at(92_000)] }),
      'operator',
    ],
    ['of one source alone waits for a person above a tenth', candidate(67_000, { sourceCount: 1, last: last(86_400) }), 'operator'],
    ['of one source alone is used within a tenth', candidate(65_000, { sourceCount: 1, last: last(86_400) }), undefined],
  ])('%s', (_what, said, expected) => {
    expect(isWaitingJump(said)).toBe(expected)
  })
})
