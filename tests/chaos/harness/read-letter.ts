import { waitFor } from '@gateway/devnet/wait'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Market } from './workload.ts'

const PATIENCE = { timeoutMs: 600_000, everyMs: 500 }

/** The customer's token of an escrow, from the link in its e-mail. @throws {Error} when the e-mail has not come within ten minutes. */
export function tokenInLetter({ around }: Pick<Market, 'around'>, escrowId: string): Promise<string> {
  const link = new RegExp(`/escrow/manage\\?id=${escrowId}&token=(esc_[0-9a-f]{64})`)
  return waitFor(`the e-mail about escrow ${escrowId}`, async () => link.exec(readLetters(around.dataDir))?.[1], PATIENCE)
}

/** The gateway's e-mails so far; the first one creates their file. */
function readLetters(dataDir: string): string {
  try {
    return readFileSync(join(dataDir, 'emails.txt'), 'utf8')
  } catch {
    return ''
  }
}
