import { temporaryFolder } from '@gateway/devnet/processes/temporary-folder'
import { spawnSync } from 'node:child_process'
import { resolve } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { runPay } from './run-pay.ts'

const folder = temporaryFolder()
afterAll(folder.remove)

test('npm run pay without a running stack prints one line and exits with 1', () => {
  const words = ['--disable-warning=ExperimentalWarning', resolve(import.meta.dirname, '../pay.ts'), '6f1c2f0e-7d5b-4c60-9d3c-0b9d2a6f6c11']
  const { status, stderr } = spawnSync(process.execPath, words, { encoding: 'utf8', env: { DATA_DIR: folder.path } })
  expect([status, stderr]).toEqual([
    1,
    `No gateway runs in ${folder.path}: start one with "npm run dev", or name its folder with DATA_DIR\n`,
  ])
})

test.each([[[]], [['BTC', 'bcrt1q']], [['BTC', 'bcrt1q', '1', 'more']], [['BTC', 'bcrt1q', '1', '--asset', 'ETH']], [['--wrong']]])(
  'the words %j are answered with the usage',
  async (words) => {
    await expect(runPay(words, {}, () => {})).rejects.toThrow('npm run pay -- <payment id or checkout URL>')
  },
)
