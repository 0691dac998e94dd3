import { temporaryFolder } from '@gateway/devnet/processes/temporary-folder'
import { spawnSync } from 'node:child_process'
import { existsSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { startTestStack } from './test-running-stack.ts'

const folder = temporaryFolder()
afterAll(folder.remove)
const scripts = resolve(import.meta.dirname, '..')

const run = (script: string, settings: Readonly<Record<string, string>>) =>
  spawnSync(process.execPath, ['--disable-warning=ExperimentalWarning', join(scripts, script)], {
    encoding: 'utf8',
    env: { PATH: process.env['PATH'] ?? '', ...settings },
  })

test.each(['dev.ts', 'demo.ts'])(
  '%s in the folder of a running stack prints one line, exits with 1 and keeps its dev.json',
  async (script) => {
    const dataDir = join(folder.path, script)
    const running = await startTestStack(dataDir)
    onTestFinished(() => running.kill())
    writeFileSync(join(dataDir, 'dev.json'), '{}')
    const { status, stderr, stdout } = run(script, { DATA_DIR: dataDir })
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' })
    expect(stderr.trimEnd().split('\n')).toEqual([expect.stringContaining(`is in use by process ${running.pid}`)])
    expect(existsSync(join(dataDir, 'dev.json'))).toBe(true)
  },
)

test('dev.ts with a wrong PORT prints one line and exits with 1', () => {
  const { status, stderr } = run('dev.ts', { DATA_DIR: join(folder.path, 'none'), PORT: 'http' })
  expect([status, stderr]).toEqual([1, 'PORT is http, which is no port: use a number up to 65535, or 0 for any free one\n'])
})
