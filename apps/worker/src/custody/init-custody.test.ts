import { entropyOfMnemonic } from '@gateway/operations/custody/keys/mnemonic'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { readCustodyConfig } from './config.ts'
import { initCustody, InitRefused } from './init-custody.ts'

let folder = ''
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'init-custody-'))))
afterEach(() => rmSync(folder, { recursive: true }))

const config = () =>
  readCustodyConfig({
    CHAINS: 'BTC',
    BTC_NETWORK: 'regtest',
    DEPLOYMENT_ID: 'pay-1',
    CUSTODY_SEED_FILE: join(folder, 'seed.json'),
    CUSTODY_PUBLIC_FILE: join(folder, 'public.json'),
    CUSTODY_KEK: 'env',
    CUSTODY_ALLOW_ENV_KEK: '1',
    CUSTODY_KEK_HEX: '12'.repeat(32),
  })

/** An operator at a terminal who types `answer`, and the files that existed before. */
function operator(answer: string | undefined) {
  const input = new PassThrough()
  const output = Object.assign(new PassThrough({ encoding: 'utf8' }), { isTTY: true })
  const seen = { text: '', filesAtQuestion: ['not asked'] }
  output.on('data', (text: string) => {
    seen.text += text
    if (!text.includes('Type yes')) return
    seen.filesAtQuestion = readdirSync(folder)
    input.end(answer === undefined ? undefined : `${answer}\n`)
  })
  return { terminal: { input, output }, seen }
}

const interactive = { restore: false, quiet: false, showWords: false }

describe('initCustody at a terminal', () => {
  test('shows the words and stores nothing until the operator confirms them', async () => {
    const { terminal, seen } = operator('yes')
    await initCustody(config(), interactive, terminal)
    expect(seen.filesAtQuestion).toEqual([])
    expect(readdirSync(folder).toSorted()).toEqual(['custody.sequence', 'public.json', 'seed.json'])
    const table = seen.text.split('\n\n')[1] ?? ''
    expect(entropyOfMnemonic((table.match(/[a-z]+/g) ?? []).join(' '))).toHaveLength(32)
  })

  test.each(['no', '', 'y', undefined])('stores nothing after the answer %j', async (answer) => {
    const { terminal } = operator(answer)
    await expect(initCustody(config(), interactive, terminal)).rejects.toThrow(InitRefused)
    expect(readdirSync(folder)).toEqual([])
  })

  test('restores a seed as soon as 24 words were typed, without waiting for the end of the input', async () => {
    const { terminal } = operator('yes')
    terminal.input.write(`${'abandon '.repeat(12)}\n${'abandon '.repeat(11)}art\n`)
    await initCustody(config(), { ...interactive, restore: true }, terminal)
    expect(readdirSync(folder).toSorted()).toEqual(['public.json', 'seed.json'])
  })
})
