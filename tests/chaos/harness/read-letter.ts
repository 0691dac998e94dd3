import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Market } from './workload.ts'

const LOOK_EVERY_MS = 500

/** The customer's token of an escrow, from the link in its e-mail; waits until the e-mail is there. */
export async function tokenInLetter({ around }: Pick<Market, 'around'>, escrowId: string): Promise<string> {
  const link = new RegExp(`/escrow/manage\\?id=${escrowId}&token=(esc_[0-9a-f]{64})`)
  for (;;) {
    const token = link.exec(readLetters(around.dataDir))?.[1]
    if (token !== undefined) return token
    await pause(LOOK_EVERY_MS)
  }
}

/** The gateway's e-mails so far; the first one creates their file. */
function readLetters(dataDir: string): string {
  try {
    return readFileSync(join(dataDir, 'emails.txt'), 'utf8')
  } catch {
    return ''
  }
}
