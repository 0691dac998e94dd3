import type { OperatorSession } from '@gateway/operations/accounts/operators/sign-in-operator'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { z } from 'zod'

const Kept = z.object({
  id: z.uuid(),
  merchantId: z.uuid(),
  email: z.string(),
  expiresAt: z.iso.datetime().transform((text) => new Date(text)),
})

/** Keeps a session in a file that its owner alone can read, in the place of an earlier one. */
export function keepSession(file: string, session: OperatorSession): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  writeFileSync(`${file}.new`, `${JSON.stringify(session)}\n`, { mode: 0o600 })
  renameSync(`${file}.new`, file)
}

/** The session in a file, whether or not it is still live. @throws {Error} in words without one. */
export function readSession(file: string): OperatorSession {
  const kept = existsSync(file) ? Kept.safeParse(JSON.parse(readFileSync(file, 'utf8'))).data : undefined
  if (!kept) throw new Error('nobody is logged in: `npm run operator -- login` opens the session of an operator')
  return kept
}

/** Removes the file of a session. */
export const dropSession = (file: string): void => rmSync(file, { force: true })
