import { createRails } from '@gateway/chains/registry'
import { kekOf, labelOf } from '@gateway/operations/custody/open-custody'
import { sealSeed } from '@gateway/operations/custody/sealed-seed'
import { openKeys, publicFacts, wordsOf } from '@gateway/operations/custody/signer-keys'
import { mnemonicToEntropy } from '@scure/bip39'
import { wordlist } from '@scure/bip39/wordlists/english.js'
import { randomBytes } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { readCustodyConfig } from './config.ts'

const SEED_BYTES = 32
const STDIN = 0

const { values } = parseArgs({ options: { quiet: { type: 'boolean' }, restore: { type: 'boolean' } } })
const settings = readCustodyConfig()
const rails = createRails(settings)
const entropy = values.restore ? Buffer.from(mnemonicToEntropy(readFileSync(STDIN, 'utf8').trim(), wordlist)) : randomBytes(SEED_BYTES)
const sealed = sealSeed(entropy, labelOf(settings, rails), kekOf(settings))
const keys = openKeys(entropy, { rails, generation: settings.CUSTODY_GENERATION })

// `wx`: a sealed seed that exists is never overwritten; it may be the only way to somebody's money.
writeFileSync(settings.CUSTODY_SEED_FILE, `${JSON.stringify(sealed)}\n`, { flag: 'wx', mode: 0o600 })
writeFileSync(
  settings.CUSTODY_PUBLIC_FILE,
  `${JSON.stringify(publicFacts(keys, { rails, deploymentId: settings.DEPLOYMENT_ID }), null, 2)}\n`,
)
if (!values.quiet && !values.restore) {
  process.stdout.write(`Write these 24 words down and keep them offline; they are shown once.\n\n${wordsOf(entropy)}\n\n`)
}
entropy.fill(0)
keys.destroy()
process.stdout.write(`Sealed into ${settings.CUSTODY_SEED_FILE}; public facts in ${settings.CUSTODY_PUBLIC_FILE}\n`)
