import type { EventId } from '@gateway/domain/kernel/id'

/** Sequential identifiers, so that a test can predict them. */
export function countedIds() {
  let count = 0
  const next = () => (++count).toString(16).padStart(12, '0')
  return {
    uuid: () => `00000000-0000-4000-8000-${next()}`,
    event: (): EventId => `evt_${next()}`,
    bytes: (length: number) => Buffer.alloc(length, ++count),
    chance: () => 0.5,
  }
}
