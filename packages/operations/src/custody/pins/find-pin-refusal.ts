import { findCommitPins } from '@gateway/db/custody/pin-queries'
import type { Em } from '@gateway/db/orm'

/** The reason a commit was refused; undefined when it is pinned or not checked yet. */
export async function findPinRefusal(em: Em, commitId: string): Promise<string | undefined> {
  const pins = await findCommitPins(em, [commitId])
  return pins.get(commitId)?.refused ?? undefined
}
