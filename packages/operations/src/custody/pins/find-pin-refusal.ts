import { findCommitPins } from '@gateway/db/custody/pin-queries'
import type { Em } from '@gateway/db/orm'

/** Why the signer never signs for a commit; undefined of one that it has pinned, or not looked at yet. */
export async function findPinRefusal(em: Em, commitId: string): Promise<string | undefined> {
  const pins = await findCommitPins(em, [commitId])
  return pins.get(commitId)?.refused ?? undefined
}
