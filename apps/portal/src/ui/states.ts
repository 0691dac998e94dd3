import type { MembersOf, Merged } from '@gateway/domain/rooms'
import type { Shape } from '@gateway/pages/parts/glyph-shapes'
import { eachRoom, type rooms } from '../rooms.ts'

interface Shown {
  readonly word: string
  readonly glyph: Shape
}

/** States of no room, or of several. */
const shared = {
  pending: { word: 'Pending', glyph: 'pending' },
  detected: { word: 'Detected', glyph: 'detected' },
  confirmed: { word: 'Confirmed', glyph: 'confirmed' },
  forwarding: { word: 'Forwarding', glyph: 'forwarding' },
  forwarded: { word: 'Forwarded', glyph: 'forwarded' },
  expired: { word: 'Expired', glyph: 'expired' },
  failed: { word: 'Failed', glyph: 'failed' },
  held: { word: 'Held', glyph: 'held' },
  sent: { word: 'Sent', glyph: 'pending' },
  refunded: { word: 'Refunded', glyph: 'refunded' },
  partially_refunded: { word: 'Partly refunded', glyph: 'refunded' },
  created: { word: 'Created', glyph: 'pending' },
  funded: { word: 'Funded', glyph: 'funded' },
  disputed: { word: 'Disputed', glyph: 'disputed' },
  released: { word: 'Released', glyph: 'forwarding' },
  settled: { word: 'Settled', glyph: 'forwarded' },
  cancelled: { word: 'Cancelled', glyph: 'cancelled' },
  active: { word: 'Active', glyph: 'confirmed' },
  paused: { word: 'Paused', glyph: 'paused' },
  completed: { word: 'Completed', glyph: 'forwarded' },
  delivered: { word: 'Delivered', glyph: 'confirmed' },
  retrying: { word: 'Retrying', glyph: 'paused' },
  draft: { word: 'Draft', glyph: 'draft' },
  underpaid: { word: 'Underpaid', glyph: 'exception' },
  overpaid: { word: 'Overpaid', glyph: 'exception' },
  late: { word: 'Late', glyph: 'exception' },
  multiple: { word: 'Multiple deposits', glyph: 'exception' },
  wrong_asset: { word: 'Wrong asset', glyph: 'exception' },
  replaced: { word: 'Replaced', glyph: 'exception' },
  reorged: { word: 'Reorganised', glyph: 'exception' },
} as const satisfies Readonly<Record<string, Shown>>

/** Every state a merchant reads, with its word and its glyph. The words are part of the design language: they do not vary. */
export const states: typeof shared & StatesOfRooms = Object.assign({}, shared, ...eachRoom.map((room) => room.states))

type StatesOfRooms = Merged<MembersOf<(typeof rooms)[number], 'states'>>

/** A state or an exception. */
export type State = keyof typeof states

/** True for a state that has a word and a glyph. */
export const isState = (text: string): text is State => Object.hasOwn(states, text)
