import { cardsRoom } from './cards/room.ts'
import type { StoryTable } from './client/story-table.ts'
import type { Answers } from './screens/portal/answers.ts'
import type { Scene } from './screens/portal/scene.ts'
import { identityRoom } from './identity/room.ts'
import { invoicesRoom } from './invoices/room.ts'
import { lightningRoom } from './lightning/room.ts'
import { oauthRoom } from './oauth/room.ts'
import { seriesRoom } from './series/room.ts'

/** What the tests that span all rooms know of a room. */
export interface TestedRoom {
  /** Its stories over HTTP, by the name of the operation in the client. */
  readonly stories: StoryTable
  /** What its procedures answer the portal, unless a scene says otherwise. */
  readonly answers: Partial<Answers>
  /** Its pages in every state, by name. */
  readonly scenes: Readonly<Record<string, Scene>>
}

/** Every room that brings its own; those of older rooms stand in the folders of these tests. */
export const rooms: readonly TestedRoom[] = [cardsRoom, seriesRoom, invoicesRoom, lightningRoom, oauthRoom, identityRoom]
