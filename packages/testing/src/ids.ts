import type { EventId } from '@gateway/domain/kernel/id'

/** Sequential identifiers, so that a test can predict them. */
export function countedIds() {
  let count = 0
  const next = () => (++count).toString(16).padStart(12, '0')
  return {
    uuid: () => `00000000-0000-4000-8000-${next()}`,
    event: (): EventId => `evt_${next()}`,
    bytes: (length: number) => Buffer.alloc(length, fillOf(++count)),
    chance: () => 0.5,
  }
}

/** Other bytes for each count, since a single byte repeats itself after 256. */
const fillOf = (count: number): Buffer => Buffer.from(count <= 0xff ? [count] : [count >> 8, count, 0])
