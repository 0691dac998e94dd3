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
    ['counts at once when it is the first', candidate(60_000, { last: undefined }), undefined],
    ['counts at once within a tenth', candidate(66_000), undefined],
    ['waits for agreement when more than a tenth higher within a minute', candidate(66_001), 'agreement'],
    ['waits for agreement when more than a tenth lower within a minute', candidate(53_999), 'agreement'],
    ['counts when the last price is older than a minute', candidate(67_000, { last: last(61) }), undefined],
    ['counts when the poll before had the same price', candidate(67_000, { hold: held(67_900) }), undefined],
    ['waits further when the poll before had another price', candidate(67_000, { hold: held(75_000) }), 'agreement'],
    ['waits further although the last price has become old', candidate(67_000, { last: last(300), hold: held(75_000) }), 'agreement'],
    ['counts when it returns near the last price', candidate(61_000, { hold: held(75_000) }), undefined],
    ['waits for an operator when more than half higher', candidate(90_001), 'operator'],
    ['waits for an operator when more than half lower', candidate(29_999), 'operator'],
    [
      'waits for an operator when more than half higher, however old the last price is',
      candidate(6_000_000, { last: last(86_400) }),
      'operator',
    ],
    ['waits for an operator although a second poll repeats it', candidate(6_000_000, { hold: held(6_000_000, 'operator') }), 'operator'],
    [
      'needs a second poll even when it equals a price that waits for an operator',
      candidate(67_000, { hold: held(67_000, 'operator') }),
      'agreement',
    ],
    ['counts when an operator has confirmed it', candidate(95_000, { hold: held(95_000, 'operator'), confirmed: [at(94_000)] }), undefined],
    [
      'waits when an operator has confirmed another price',
      candidate(95_000, { hold: held(95_000, 'operator'), confirmed: [at(92_000)] }),
      'operator',
    ],
    [
      'of one source waits for an operator when more than a tenth higher',
      candidate(67_000, { sourceCount: 1, last: last(86_400) }),
      'operator',
    ],
    ['of one source counts within a tenth', candidate(65_000, { sourceCount: 1, last: last(86_400) }), undefined],
  ])('%s', (_what, said, expected) => {
    expect(isWaitingJump(said)).toBe(expected)
  })
})
