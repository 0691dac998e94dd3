import { onTestFinished, vi } from 'vitest'
import { runCommand, type Terminal } from './run-command.ts'

/** What a command wrote, and how it ended. */
export interface Ran {
  readonly code: number
  readonly out: string
  readonly error: string
  readonly stored: readonly (readonly [bytes: string, file: string | undefined])[]
}

/** Runs a command against a gateway, with a key in the environment. */
export async function runOn(url: string, args: readonly string[], given: Partial<Terminal> = {}): Promise<Ran> {
  vi.stubEnv('SERVICE_BASE_URL', url)
  vi.stubEnv('SERVICE_API_KEY', 'gw_live_1')
  onTestFinished(() => void vi.unstubAllEnvs())
  const ran = { out: '', error: '', stored: [] as (readonly [string, string | undefined])[] }
  const code = await runCommand(args, {
    out: (text) => void (ran.out += text),
    error: (text) => void (ran.error += text),
    store: (bytes, file) => void ran.stored.push([new TextDecoder().decode(bytes), file]),
    readInput: () => '',
    signal: new AbortController().signal,
    ...given,
  })
  return { code, ...ran }
}
